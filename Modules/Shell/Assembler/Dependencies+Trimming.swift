import CachedResource
import ComicDomain
import ComicsRepository
import ComicsStore
import CommentsStore
import Database
import Essentials
import FlagsStore
import LocalData
import PagedList
import PicturesStore
import PostDomain
import PostText
import PostsRepository
import PostsStore
import RichText
import Store

extension Dependencies {
  /// Returns the part of a server's cache that may be trimmed: everything except bookmarked items.
  /// - Parameters:
  ///   - hasState: Whether a state database, and so any bookmark, exists.
  ///   - isRead: Whether the lists are being read, and must stay.
  func cache(_ name: FileName, hasState: Bool, isRead: Bool) async throws -> TrimmableCache {
    let stores = cacheStores(name)
    let flags = hasState ? stateStores(name).flags : .stub
    let posts = try await flags.bookmarks(.post, nil, .max).map { Post.ID($0.id) }
    let comics = try await flags.bookmarks(.comic, nil, .max).map { Comic.ID(bookmark: $0.id) }
    var pictures: [URL] = []
    for id in comics {
      if let picture = try await stores.comics.singles.value(id)?.value.comic?.picture { pictures.append(picture) }
    }
    var postPictures: [URL] = []
    for id in posts {
      postPictures += try await stores.posts.singles.value(id)?.value.richText.pictureAddresses ?? []
    }
    // A cache that cannot be read throws here and is not trimmed.
    _ = try await stores.database.usedBytes()
    return TrimmableCache(
      usedBytes: stores.database.usedBytes,
      copies: [
        TrimmableStore(stores.pictures, sparing: pictures),
        TrimmableStore(stores.postPictures, sparing: postPictures),
        TrimmableStore(stores.comments, sparing: posts),
      ],
      shorten: {
        guard !isRead else { return false }
        let (postExtent, comicExtent) = (
          try await stores.posts.extent(0..<0), try await stores.comics.extent(0..<0)
        )
        if postExtent.grows { return try await stores.posts.removeOldest(posts) }
        let (postPages, comicPages) = (postExtent.pageCount, comicExtent.pageCount)
        guard max(postPages, comicPages) > 1 else { return false }
        if postPages > comicPages {
          try await stores.posts.shorten(postPages / 2, posts)
        } else {
          try await stores.comics.shorten(comicPages / 2, comics)
        }
        return true
      },
      compact: stores.database.compact)
  }
}
