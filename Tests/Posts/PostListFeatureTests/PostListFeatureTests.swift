import DatabaseLive
import FlagCommands
import FlagsRepository
import FlagsStore
import FlagsStoreLive
import Foundation
import ItemList
import ItemListTestSupport
import Observed
import PagedList
import PostDomain
import PostListFeature
import PostsRepository
import Screen
import Terminal
import TestSupport
import Testing

/// The commands for posts, besides those of every list.
@Suite(.timeLimit(.minutes(5)))
struct PostListFeatureTests {
  let opened = CallRecorder<PostTitle>()
  let copied = CallRecorder<String>()
  let browsed = CallRecorder<URL>()
  let repository = PostsRepository.stub(flags: .live(database: .memory())).flags

  func titles(_ numbers: some Sequence<Int>) -> [PostTitle] {
    numbers.map { PostTitle(id: Post.ID($0), title: "Title \($0)") }
  }

  func appeared(
    _ titles: [PostTitle], hasBrowser: Bool = true, repository: FlagsRepository<Post.ID>? = nil,
    feeds: FeedCommands = .none, unread: [PostTitle]? = nil
  ) async -> PostListViewModel {
    let repository = repository ?? self.repository
    var environment = ScreenEnvironment.failing(clock: TestClock())
    environment.server = URL(string: "http://host")!
    environment.copy = { [copied] in copied.record($0) }
    if hasBrowser { environment.desktop.browse = { [browsed] url, _ in browsed.record(url) } }
    var paged = ScriptedList(PagedContent(server: titles, pageSize: 10), text: \.title).list
    if let unread {
      paged.reader.window = { [window = paged.reader.window] query, anchor, before, after in
        guard query.filters == [.unread] else { return try await window(query, anchor, before, after) }
        return ListWindow(unread, count: unread.count, isComplete: true)
      }
    }
    let list = FlaggedList(paged, repository: repository, flags: \.flags)
    let sut = PostListViewModel.live(
      list, FlagCommands(repository, environment), environment, feeds: feeds,
      onOpen: { [opened] title, _ in opened.record(title) })
    await sut.send(.appeared).value
    return sut
  }

  @Test func `titles are listed in the server's order, and opening one leads to its post`() async {
    let sut = await appeared(titles(1...25))
    #expect(sut.state().shown.items.prefix(10) == titles(1...10)[...])
    await sut.send(.move(by: 2)).value
    await sut.send(.open).value
    #expect(opened.all == titles([3]))
  }

  @Test func `the list shows a notice while its posts are marked as read`() async {
    let gate = Gate()
    var slow = repository
    slow.addRead = { [addRead = repository.addRead] ids, batch in
      try await gate.pause()
      return try await addRead(ids, batch)
    }
    let sut = await appeared(titles(1...3), repository: slow)
    let flagCommands = sut.send(.command(.flag(.allRead(ListQuery()))))
    await gate.arrived()
    #expect(sut.state().notice == "Marking as read…")
    await gate.open()
    await flagCommands.value
    #expect(sut.state().notice == "3 marked as read; z takes it back.")
  }

  @Test(arguments: [("e", "Open the post to save it."), ("|", "Open the post to pipe it.")] as [(Key, String)])
  func `keys of an open post say so in the list`(key: Key, notice: String) async {
    let sut = await appeared(titles(1...3))
    let list = FlaggedList(PagedList.inMemory(.unflagged(titles(1...3))), repository: repository, flags: \.flags)
    #expect(Screen.postList(sut, of: list, .stub()).react(.key(key), Size()) == .handled)
    #expect(sut.state().notice == notice)
  }

  @Test func `copying the address or the title shows it in the notice`() async {
    let sut = await appeared(titles(1...3))
    await sut.send(.move(by: 2)).value
    await sut.send(.command(.copy)).value
    #expect(copied.all == ["http://host/posts/3"])
    #expect(sut.state().notice == "Copied: http://host/posts/3")
    await sut.send(.command(.copyTitle)).value
    #expect(copied.all.last == "Title 3")
    #expect(sut.state().notice == "Copied: Title 3")
  }

  @Test func `browsing opens the post's address, and its notice stays until the next key`() async {
    let sut = await appeared(titles(1...3))
    await sut.send(.move(by: 1)).value
    await sut.send(.command(.browse)).value
    #expect(browsed.all == [URL(string: "http://host/posts/2")])
    #expect(sut.state().notice == "Opened in the browser.")
    await sut.send(.move(by: 1)).value
    #expect(sut.state().notice == nil)
  }

  @Test func `N selects the next unread post, wraps around, and then goes on in another feed`()
    async throws
  {
    let turns = CallRecorder<Int>()
    var feeds = FeedCommands.none
    feeds.goOn = {
      turns.record(1)
      return "Turned."
    }
    let sut = await appeared(titles(1...25), feeds: feeds)
    _ = try await repository.setRead(true, (2...12).map { Post.ID($0) })
    _ = try await repository.setRead(true, (14...25).map { Post.ID($0) })
    for expected in [13, 1] {
      await sut.send(.command(.nextUnread(ListQuery()))).value
      #expect(sut.state().shown.selected?.id == Post.ID(expected))
    }
    #expect(turns.all == [])
    _ = try await repository.setRead(true, [Post.ID(13)])
    await sut.send(.command(.nextUnread(ListQuery()))).value
    #expect(sut.state().shown.selected?.id == Post.ID(1))
    #expect(sut.state().notice == "Turned.")
    _ = try await repository.setRead(true, [Post.ID(1)])
    await sut.send(.command(.nextUnread(ListQuery()))).value
    #expect(turns.all == [1, 1])
    let alone = await appeared(titles(1...2))
    _ = try await repository.setRead(true, [Post.ID(2)])
    await alone.send(.command(.nextUnread(ListQuery()))).value
    #expect(alone.state().notice == "No more unread posts.")
  }

  @Test func `N does not move through a list in which nothing else is unread`() async {
    var read = titles(1...40)
    for index in 1..<40 { read[index].flags = ItemFlags(isRead: true) }
    let sut = await appeared(read, unread: [read[0]])
    let rows = CallRecorder<Int>()
    let stop = sut.changes.watch { rows.record(sut.state().shown.selectedRow) }
    await sut.send(.command(.nextUnread(ListQuery()))).value
    #expect(sut.state().notice == "No more unread posts.")
    #expect(Set(rows.all) == [0])
    stop()
  }

  @Test func `O marks the post as read only if it was opened in the browser`() async throws {
    let unopened = await appeared(titles(1...3), hasBrowser: false)
    await unopened.send(.command(.browseAsRead)).value
    #expect(unopened.state().notice == "Could not open a browser; see !: http://host/posts/1")
    let sut = await appeared(titles(1...3))
    await sut.send(.move(by: 1)).value
    await sut.send(.command(.browseAsRead)).value
    #expect(browsed.all == [URL(string: "http://host/posts/2")])
    #expect(sut.state().notice == "Opened in the browser.")
    for await flags in repository.flags(of: Post.ID(2)) where flags.isRead { break }
    var first = repository.flags(of: Post.ID(1)).makeAsyncIterator()
    #expect(await first.next()?.isRead == false)
    await sut.send(.command(.flag(.undo))).value
    #expect(sut.state().notice == "Marked as unread again.")
    var second = repository.flags(of: Post.ID(2)).makeAsyncIterator()
    #expect(await second.next()?.isRead == false)
  }

  @Test(arguments: [PostListCommand.copy, .browse, .browseAsRead])
  func `copy and browse say that a feed entry without a link has no address`(command: PostListCommand) async {
    var entry = Post(id: Post.ID(1), userID: nil, title: "Title", body: "")
    entry.isSummary = true
    let sut = await appeared([PostTitle(entry, author: nil)])
    await sut.send(.command(command)).value
    #expect(sut.state().notice == "It has no address.")
    #expect(copied.all == [])
    #expect(browsed.all == [])
  }

  @Test func `browsing a feed entry without a link opens the page of its comments`() async {
    var entry = Post(id: Post.ID(1), userID: nil, title: "Title", body: "")
    entry.isSummary = true
    entry.discussion.page = URL(string: "https://news.org/s/1")
    let sut = await appeared([PostTitle(entry, author: nil)])
    await sut.send(.command(.browse)).value
    #expect(browsed.all == [URL(string: "https://news.org/s/1")])
  }

  @Test func `browsing without a browser shows the address in a notice`() async {
    let sut = await appeared(titles(1...3), hasBrowser: false)
    await sut.send(.command(.browse)).value
    #expect(sut.state().notice == "Could not open a browser; see !: http://host/posts/1")
  }
}
