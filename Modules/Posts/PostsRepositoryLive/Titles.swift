import Feed
import FlagsStore
import ItemMarks
import ItemsLoader
import Observed
import PostDomain
import PostsRepository
import SingleFlight

/// The lists of posts, with the names of their authors and the reader's marks.
struct Titles: Sendable {
  let posts: Posts
  let join: Join
  let authors: Authors
  let flags: FlagsStore
  private let flights = SingleFlight<Post.ID, Void>()

  init(_ posts: Posts, _ join: Join, _ flags: FlagsStore) {
    (self.posts, self.join, self.flags) = (posts, join, flags)
    authors = Authors(join.users)
  }

  var feed: Feed<PostTitle> {
    let titles: @Sendable ([Listed<Post>]) async throws -> [PostTitle] = { [authors] posts in
      let names = await authors.names()
      return posts.map { listed in
        let mark = ItemMark(listed.flags, arrivedAt: listed.arrivedAt)
        guard let post = listed.item else {
          return PostTitle(id: listed.id, title: "Post \(listed.id), not saved yet", mark: mark)
        }
        return PostTitle(post, author: post.userID.flatMap { names[$0] }, mark: mark)
      }
    }
    var feed = posts.feed.map(titles)
    // A walk is over before names that come later would be seen: it waits for them, once.
    feed.walk = { [posts, authors] limit, withFlags in
      .pulling {
        (pages: posts.feed.walk(limit, withFlags), hasAsked: !withFlags)
      } _: { state in
        var pages = state.pages.makeAsyncIterator()
        guard let page = try await pages.next() else { return nil }
        if page.origin == .server, !state.hasAsked, await authors.areMissing(of: page.value.compactMap(\.item)) {
          state.hasAsked = true
          await authors.ask()
        }
        let others = try await titles(page.value)
        return page.map { _ in others }
      }
    }
    feed.list.changes = .merging(posts.feed.list.changes, authors.changes.signal)
    feed.refresh = { [posts, authors] in
      let refreshed = try await posts.feed.refresh()
      // Nobody waits for names, and where posts have no author nobody asks for them.
      let first = try await posts.feed.list.window(ListQuery(), .row(0), 0, 0).items.first
      if first?.item?.userID != nil { Task { await authors.ask() } }
      return refreshed
    }
    feed.refreshBookmarked = keepBookmarked
    return feed
  }

  /// Gets a post with its author and comments, so that it is kept.
  func keep(_ id: Post.ID) async throws {
    try await flights.value(id) {
      for try await _ in join.details(id) {}
    }
  }

  /// Gets what is bookmarked and not kept, a few at a time.
  /// - Throws: the first reason why a post is not there.
  private func keepBookmarked() async throws {
    do {
      try await flags.visitBookmarks(.post) { text in
        let id = Post.ID(text)
        if await join.keptDetail(id)?.value.comments.value != nil { return }
        do { try await keep(id) } catch {
          try Task.checkCancellation()
          if await posts.loader(id).kept() == nil { throw error }
        }
      }
    } catch let error as NothingKept {
      throw error.failure
    }
  }
}
