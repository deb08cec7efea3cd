import Feed
import FlagsStore
import ItemMarks
import ItemsLoader
import Observed
import PostDomain
import PostsRepository

extension Feed<Listed<Post>> {
  /// Returns the same list with the names of authors and the flags.
  func titles(_ authors: Authors) -> Feed<PostTitle> {
    let titles: @Sendable ([Listed<Post>]) async throws -> [PostTitle] = { posts in
      let names = await authors.names()
      return posts.map { listed in
        let mark = ItemMark(listed.flags, arrivedAt: listed.arrivedAt)
        guard let post = listed.item else {
          return PostTitle(id: listed.id, title: "Post \(listed.id), not saved yet", mark: mark)
        }
        return PostTitle(post, author: post.userID.flatMap { names[$0] }, mark: mark)
      }
    }
    var feed = map(titles)
    // Names that come after the end of a walk are not seen, so that it waits for them, once.
    feed.walk = { limit, withFlags in
      .pulling {
        (pages: walk(limit, withFlags), hasAsked: !withFlags)
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
    feed.list.changes = .merging(list.changes, authors.changes.signal)
    feed.refresh = {
      let refreshed = try await refresh()
      // The refresh does not wait for names, and where posts have no author it does not ask for them.
      let first = try await list.window(ListQuery(), .row(0), 0, 0).items.first
      if first?.item?.userID != nil { Task { await authors.ask() } }
      return refreshed
    }
    return feed
  }
}
