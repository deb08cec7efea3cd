import CachedPictures
import CachedResource
import ComicDomain
import ComicsRepository
import ComicsStore
import CommentsStore
import Database
import Essentials
import FlagsStore
import PagedList
import PostDomain
import PostText
import PostsRepository
import PostsStore
import Repositories
import RichText
import Store

extension Dependencies {
  /// Returns the part of a server's cache that may be trimmed: everything except bookmarked items.
  /// - Parameters:
  ///   - hasState: Whether a state database, and so any bookmark, exists.
  ///   - isRead: Whether the lists are being read, and must stay.
  func cache(_ name: FileName, hasState: Bool, isRead: Bool) async throws -> TrimmableCache {
    let stores = cacheStores(name)
    let postsStore = stores.posts
    let comicsStore = stores.comics
    let flags = hasState ? stateStores(name).flags : .stub
    let posts = try await flags.bookmarks(.post).map { Post.ID($0.id) }
    let comics = try await flags.bookmarks(.comic).map { Comic.ID(text: $0.id) }
    var pictures: [URL] = []
    for id in comics {
      if let picture = try await comicsStore.singles.value(id)?.value.comic?.picture { pictures.append(picture) }
    }
    var postPictures: [URL] = []
    for id in posts {
      postPictures += try await postsStore.singles.value(id)?.value.richText.pictureAddresses ?? []
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
        let extent = try await postsStore.extent(0..<0)
        if extent.grows { return try await postsStore.removeOldest(posts) }
        let postPages = extent.pageCount
        let comicPages = try await comicsStore.extent(0..<0).pageCount
        guard max(postPages, comicPages) > 1 else { return false }
        if postPages > comicPages {
          try await postsStore.shorten(postPages / 2, posts)
        } else {
          try await comicsStore.shorten(comicPages / 2, comics)
        }
        return true
      },
      compact: stores.database.compact)
  }
}
