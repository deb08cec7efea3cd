import Concurrency
import Database
import DatabaseLive
import FlagCommands
import FlagsRepository
import FlagsStore
import FlagsStoreLive
import Foundation
import ItemList
import Observed
import PagedList
import Screen
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct FlagCommandsTests {
  let reported = CallRecorder<String>()
  let flags: FlagsStore
  let repository: FlagsRepository<String>

  init() {
    flags = .live(database: .memory())
    repository = .notes(flags)
  }

  private func sut(_ repository: FlagsRepository<String>, _ queue: CommandQueue = CommandQueue()) -> FlagCommands<
    String
  > {
    var environment = ScreenEnvironment.stub()
    environment.report = { [reported] in reported.record($0) }
    return FlagCommands(repository, queue: queue, environment)
  }

  private func bookmarked() async throws -> Set<String> {
    Set(try await repository.flags(["a", "b", "c"]).filter(\.value.isBookmarked).keys)
  }

  private func read() async throws -> Set<String> {
    Set(try await repository.flags(["a", "b", "c"]).filter(\.value.isRead).keys)
  }

  @Test func `a command reports its effect, also when it changed nothing`() async throws {
    let sut = sut(repository)
    #expect(await sut.setBookmarked(true, "a") == "Bookmarked.")
    #expect(await sut.setBookmarked(true, "a") == "Already bookmarked.")
    #expect(try await bookmarked() == ["a"])
    #expect(await sut.setBookmarked(false, "a") == "Bookmark removed; z brings it back.")
    #expect(await sut.setBookmarked(false, "a") == "Not bookmarked.")
    #expect(try await bookmarked() == [])
    #expect(await sut.setRead(true, "b") == "Marked as read.")
    #expect(await sut.setRead(true, "b") == "Marked as read.")
    #expect(try await read() == ["b"])
    #expect(await sut.setRead(false, "b") == "Marked as unread.")
    #expect(try await read() == [])
  }

  @Test func `an open list watches each store once`() async {
    let watchers = Observed<[String: Int]>([:])
    @Sendable func counted(_ name: String, _ signal: ChangeSignal = .none) -> ChangeSignal {
      ChangeSignal { notify in
        watchers.update { $0[name, default: 0] += 1 }
        let stop = signal.watch(notify)
        return {
          watchers.update { $0[name, default: 0] -= 1 }
          stop()
        }
      }
    }
    var flags = FlagsStore.stub
    var items = PagedList.notes("a", flags: .stub)
    flags.changes = counted("flags", flags.changes)
    items.reader.changes = .merging(counted("items"), flags.changes)
    let list = FlaggedList(items, repository: .notes(flags), visit: Visit(last: .distantPast) {}, flags: \.flags)
    #expect(watchers.value == [:])
    let shown = list.list.reader.changes.stream()
    let counting = Task { await list.count(.stub()) { _ in } }
    await list.counts.wait { $0.unread[.list] == 1 }
    #expect(watchers.value == ["flags": 1, "items": 1])
    counting.cancel()
    await counting.value
    withExtendedLifetime(shown) {}
  }

  @Test func `undo takes changes back one by one, the latest first`() async throws {
    let sut = sut(repository)
    _ = await sut.setBookmarked(true, "a")
    _ = await sut.setRead(true, "b")
    _ = await sut.setBookmarked(true, "b")
    _ = await sut.setBookmarked(false, "a")
    _ = await sut.setRead(false, "b")
    #expect(await sut.undoLast() == "Marked as read again.")
    #expect(try await read() == ["b"])
    #expect(await sut.undoLast() == "Bookmarked again.")
    #expect(try await bookmarked() == ["a", "b"])
    #expect(await sut.undoLast() == "Bookmark removed.")
    #expect(await sut.undoLast() == "Marked as unread again.")
    #expect(try await read() == [])
    #expect(await sut.undoLast() == "Bookmark removed.")
    #expect(try await bookmarked() == [])
    #expect(await sut.undoLast() == "Nothing to undo.")
  }

  @Test func `marking all as read and undoing it are one command each`() async throws {
    let list = PagedList.notes("a", "b", "c", flags: flags).reader
    let sut = sut(repository)
    _ = await sut.setRead(true, "b")
    #expect(await sut.markAllRead(in: list, ListQuery()) == "2 marked as read; z takes it back.")
    #expect(try await read() == ["a", "b", "c"])
    #expect(await sut.markAllRead(in: list, ListQuery()) == "Nothing is unread.")
    #expect(await sut.undoLast() == "2 marked as unread again.")
    #expect(try await read() == ["b"])
  }

  @Test func `marking all as read in a filtered list marks only the matches`() async throws {
    let sut = sut(repository)
    let list = FlaggedList(.notes("a", "b", "c", flags: flags), repository: repository, flags: \.flags)
    let command = FlagCommand.allRead(ListQuery(text: "b"))
    #expect(await sut.perform(command, with: nil, in: list).notice == "1 marked as read; z takes it back.")
    #expect(try await read() == ["b"])
    #expect(await sut.perform(command, with: nil, in: list).notice == "Nothing is unread.")
  }

  @Test func `marking all as read among the bookmarks marks only bookmarked items`() async throws {
    let sut = sut(repository)
    let list = FlaggedList(.notes("a", "b", "c", flags: flags), repository: repository, flags: \.flags)
    _ = await sut.setBookmarked(true, "c")
    let outcome = await sut.perform(.allRead(ListQuery(scope: .bookmarked)), with: nil, in: list)
    #expect(outcome.notice == "1 marked as read; z takes it back.")
    #expect(try await read() == ["c"])
  }

  @Test(arguments: ["", "b"])
  func `marking all as read with the unread filter leaves no match unread`(text: String) async throws {
    let only = FlaggedList(.notes("a", "b", "c", flags: flags), repository: repository, flags: \.flags)
    let query = ListQuery(filters: [.unread], text: text)
    _ = await sut(repository).perform(.allRead(query), with: nil, in: only)
    #expect(try await only.list.reader.all(ListQuery(filters: [.unread])) == (text.isEmpty ? [] : ["a", "c"]))
  }

  @Test func `the notice of marking all as read says when the server has more items`() async {
    var list = PagedList.notes("a", "b", "c", flags: flags).reader
    list.window = { [window = list.window] in
      var part = try await window($0, $1, $2, $3)
      part.isComplete = false
      return part
    }
    #expect(
      await sut(repository).markAllRead(in: list, ListQuery())
        == "3 marked as read; the server has more; z takes it back.")
  }

  @Test func `opening an item marks it as read without adding an undo step`() async throws {
    let queue = CommandQueue()
    let sut = sut(repository, queue)
    _ = await sut.setBookmarked(true, "a")
    sut.open("b")
    await queue.finish()
    #expect(try await read() == ["b"])
    #expect(await sut.undoLast() == "Bookmark removed.")
    #expect(try await read() == ["b"])
  }

  @Test func `waiting commands run before the queue finishes`() async throws {
    let queue = CommandQueue()
    let gate = Gate()
    queue.add { try? await gate.pause() }
    let flagCommands = sut(repository, queue)
    let saying = Task { await flagCommands.setBookmarked(true, "a") }
    flagCommands.open("b")
    #expect(try await read() == [])
    await gate.open()
    #expect(await saying.value == "Bookmarked.")
    await queue.finish()
    #expect(try await read() == ["b"])
  }

  @Test func `a failed save is shown, reported with advice, and can be retried`() async throws {
    let isFull = Observed(false)
    var failing = repository
    failing.undo = { [undo = repository.undo] change in
      if isFull.value { throw DatabaseError.noSpace }
      try await undo(change)
    }
    let sut = sut(failing)
    let sentence = "Cannot save (disk full)."
    _ = await sut.setBookmarked(true, "a")
    isFull.update { $0 = true }
    #expect(await sut.undoLast() == sentence)
    #expect(reported.all == ["\(sentence) Free some space, or choose another folder with --state."])
    #expect(try await bookmarked() == ["a"])
    isFull.update { $0 = false }
    #expect(await sut.undoLast() == "Bookmark removed.")
    let queue = CommandQueue()
    let broken = self.sut(.failing(DatabaseError.noSpace), queue)
    #expect(await broken.setRead(true, "a") == sentence)
    #expect(await broken.markAllRead(in: PagedList.notes("a", flags: flags).reader, ListQuery()) == sentence)
    broken.open("a")
    await queue.finish()
    #expect(reported.all.count == 4)
  }

  @Test func `a cancelled command shows and reports nothing`() async {
    #expect(await sut(.failing(CancellationError())).setBookmarked(true, "a") == nil)
    #expect(reported.all == [])
  }

  @Test func `isUnread waits for queued commands before it reads the stored flags`() async {
    let queue = CommandQueue()
    let gate = Gate()
    let sut = sut(repository, queue)
    queue.add { try? await gate.pause() }
    sut.open("a")
    async let opened = sut.isUnread("a", ItemFlags())
    await gate.open()
    #expect(await opened == false)
    #expect(await sut.isUnread("b", ItemFlags()))
    #expect(await sut.isUnread("b", ItemFlags(isRead: true)) == false)
    _ = await sut.setRead(false, "a")
    #expect(await sut.isUnread("a", ItemFlags()))
  }

  /// The read items of a list, the selected row, and the row of the next unread item.
  private static let nextUnreadOnes: [(read: String, selected: Int, next: Int?)] = [
    ("rr.rr", 0, 2), ("r.rr.", 1, 4), (".rr", 2, 0), ("r.r.", 3, 1), ("r.r", 1, nil), ("r.", 1, nil), (".r", 0, nil),
    ("r", 0, nil), ("rrr", 1, nil),
  ]

  @Test(arguments: nextUnreadOnes)
  func `the next unread item follows the selected one or wraps around; without one the selection stays`(
    read: String, selected: Int, next: Int?
  ) async throws {
    let row = Observed(selected)
    var listed = read.map { ItemFlags(isRead: $0 == "r") }
    listed[selected].isRead = true
    let all = listed
    @Sendable func neighbour(_ step: Int) async -> ItemFlags? {
      row.update { row in
        let next = max(0, min(row + step, all.count - 1))
        defer { row = next }
        return next == row ? nil : all[next]
      }
    }
    #expect(try await nextUnread(neighbour) { !$0.isRead } == next.map { all[$0] })
    #expect(row.value == next ?? selected)
  }

  @Test(arguments: [
    ("rr.rr", 0, 2), ("r.rr.", 1, 3), (".rrrr", 2, -2), (".r.rr", 3, -3), (".rrrr", 0, 0), ("rrrrr", 1, 0),
  ])
  func `the rows to the next unread item are found without moving the selection, and are 0 if nothing else is unread`(
    read: String, selected: Int, rows: Int
  ) async throws {
    let flags = FlagsStore.live(database: .memory())
    let list = FlaggedList(
      .notes("a", "b", "c", "d", "e", flags: flags), repository: .notes(flags), flags: \Note.flags)
    let ids = ["a", "b", "c", "d", "e"]
    _ = try await flags.addRead(.note, zip(ids, read).filter { $0.1 == "r" }.map { $0.0 }, .random())
    #expect(await list.rowsToUnread(from: ids[selected], of: ListQuery()) == rows)
    #expect(await list.nextUnread(after: ids[selected], of: ListQuery()) == (rows == 0 ? nil : ids[selected + rows]))
    var words = ListQuery()
    words.text = "word"
    #expect(await list.rowsToUnread(from: ids[selected], of: words) == nil)
  }
}
