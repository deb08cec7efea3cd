import CachedResource
import ComicDomain
import ComicsRepository
import Database
import Essentials
import FlagsRepository
import Messages
import NetworkClient
import Observed
import PagedList
import PostDomain
import PostsRepository
import Repositories
import Settings
import Sync
import TextLayout

extension Command {
  /// Bookmarks a post and downloads it for offline use, or removes its bookmark.
  static let bookmarkPost = Command(
    name: "bookmark post", usages: ["bookmark post ID [--remove]": ""], options: [.remove], items: .posts
  ) { words, _ throws(UsageError) in
    let text = try words.argument("post", "an ID from satchel posts")
    let isRemoved = words.has("--remove")
    return .posts(saves: !isRemoved, result: "posts --bookmarked") { run in
      let posts = run.repositories.posts
      try await run.with("post \(TextLayout.line(text))", listedBy: "posts") {
        let id = try await run.postID(text)
        try await run.bookmark(
          id, isRemoved, in: posts.flags, name: "post \(TextLayout.line(id.text))", member: "id", json: id.json,
          rest: "all of it", title: \.post.title, copy: await posts.cachedDetail(id)?.value,
          detail: { posts.detail(id) }, download: posts.download
        ) { _ = try await posts.list.reader.flags([id]) }
      }
    }
  }

  /// Bookmarks a comic and downloads it for offline use, or removes its bookmark.
  static let bookmarkComic = Command(
    name: "bookmark comic",
    usages: ["bookmark comic N [--remove]": "bookmark it, and save all of it for offline use"], options: [.remove],
    items: .comics
  ) { words, _ throws(UsageError) in
    let needed = "a number from 1 up, as satchel comics lists them"
    guard let number = positive(try words.argument("comic", needed)) else {
      throw UsageError("bookmark comic needs \(needed)")
    }
    let isRemoved = words.has("--remove")
    return Action(server: \.comicsServer, saves: !isRemoved, result: "comics --bookmarked") { run in
      let comics = run.repositories.comics
      let id = Comic.ID(number)
      try await run.bookmark(
        id, isRemoved, in: comics.flags, name: "comic \(number)", member: "number", json: number.json,
        rest: "its picture", title: \.title, copy: await comics.cachedComic(id)?.value,
        detail: { .once { try await comics.detail(id) } }, download: comics.download
      ) { _ = try await comics.list.reader.flags([id]) }
    }
  }
}

extension Option {
  static let remove = Option("--remove", in: .reading, "bookmark: remove the bookmark")
}

extension CommandRun {
  /// Bookmarks an item or removes its bookmark, and prints the result when that is saved. Then it waits for the
  /// download, because the program ends afterwards.
  /// - Parameter copyFlags: Copies the flags to the saved list, which then keeps the item even if the server drops it.
  fileprivate func bookmark<ID: Hashable & Sendable, Item: Sendable>(
    _ id: ID, _ isRemoved: Bool, in flags: FlagsRepository<ID>, name: String, member: String, json: JSON,
    rest: String, title: (Item) -> String, copy: Item?, detail: () -> AsyncThrowingStream<Loaded<Item>, any Error>,
    download: OfflineDownload<ID>, copyFlags: () async throws -> Void
  ) async throws {
    let kind = String(name.prefix { $0 != " " })
    var item = copy
    if !isRemoved, item == nil {
      do {
        for try await loaded in detail() { item = loaded.value }
      } catch let error as NoCachedCopy {
        // An item that cannot be loaded is bookmarked all the same, unless the server says that it does not exist.
        if case NetworkClient.Error.rejected(404) = error.failure {
          try await with(name, listedBy: "\(kind)s") { throw error }
        }
      }
    }
    let isChanged: Bool
    do { isChanged = try await flags.setBookmarked(id, !isRemoved) != nil } catch let error as DatabaseError {
      throw failure(writing: error)
    }
    // The bookmark itself is saved, whatever happens to its copy.
    do { try await copyFlags() } catch { try Task.checkCancellation() }
    let titled = name + (item.map { ", \(TextLayout.line(title($0)))," } ?? "")
    let state = isRemoved ? "not bookmarked" : "bookmarked"
    let before = isChanged != isRemoved ? "" : isRemoved ? " any more" : " already"
    try print(
      "\(titled) is \(state)\(before)",
      json: [member: json, "bookmarked": (!isRemoved).json, "changed": isChanged.json])
    if isRemoved { return }
    do {
      try await download.item(id)
      if let failure = repositories.cacheFailure.value { throw failure }
    } catch {
      try Task.checkCancellation()
      let isSaved = await download.saved(id).date != nil
      if error is NothingToDownload || isSaved, !(error is DatabaseError) { return }
      let why = error is DatabaseError ? Messages.notSaved(error) : Messages.failure(error, server: server)
      notice("\(item == nil ? "the \(kind)" : rest) is not saved yet: \(why).")
    }
  }
}
