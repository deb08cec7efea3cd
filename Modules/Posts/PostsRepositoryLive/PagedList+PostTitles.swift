import CachedResource
import FlagsStore
import Observed
import PagedList
import PostDomain
import PostsRepository

extension PagedList<Listed<Post>> {
  /// Returns the same list with the names of authors and the flags.
  /// - Parameter feeds: Returns the titles of feeds, by their parts of the list.
  func titles(_ authors: Authors, feeds: @escaping @Sendable () async -> [Int: String]) -> PagedList<PostTitle> {
    let titles: @Sendable ([Listed<Post>]) async throws -> [PostTitle] = { posts in
      let names = await authors.names()
      let feeds = await feeds()
      return posts.map { listed in
        guard let post = listed.item else { return PostTitle(notSaved: listed.id, flags: listed.flags) }
        var title = PostTitle(post, author: post.userID.flatMap { names[$0] }, flags: listed.flags)
        title.feed = feeds[listed.part]
        return title
      }
    }
    var list = map(titles)
    // A walk ends with its last page, so names that arrive later would be missed. It waits for them, once.
    list.walk = { limit, withFlags in
      .pulling {
        (pages: walk(limit, withFlags), hasAsked: !withFlags)
      } _: { state in
        guard let page = try await state.pages.nextElement() else { return nil }
        if page.provenance == .server, !state.hasAsked, await authors.areMissing(of: page.value.compactMap(\.item)) {
          state.hasAsked = true
          await authors.ask()
        }
        let others = try await titles(page.value)
        return page.map { _ in others }
      }
    }
    list.reader.changes = .merging(reader.changes, authors.changes.signal)
    list.refresh = {
      let refreshed = try await refresh()
      // The refresh does not wait for names. Where the first post has no author, it does not request them.
      let first = try await reader.window(ListQuery(), .row(0), 0, 0).items.first
      if first?.item?.userID != nil { Task { await authors.ask() } }
      return refreshed
    }
    return list
  }
}
