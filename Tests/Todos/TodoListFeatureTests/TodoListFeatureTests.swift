import Concurrency
import Database
import ItemList
import ItemListTestSupport
import Observed
import PagedList
import Rendering
import Screen
import Terminal
import TestSupport
import Testing
import TodoDomain
import TodoListFeature
import TodosRepository

/// The commands for to-dos.
@Suite(.timeLimit(.minutes(5)))
struct TodoListFeatureTests {
  let size = Size(width: 80, height: 10)
  let called = CallRecorder<String>()
  let reported = CallRecorder<String>()

  /// Returns a repository with constant to-dos. Changes are recorded, or fail.
  func repository(_ items: [TodoItem], failing error: (any Error)? = nil) -> TodosRepository {
    var repository = TodosRepository.stub(items)
    @Sendable func note(_ text: String) throws -> TodoUndo {
      if let error { throw error }
      called.record(text)
      return TodoUndo([.rename(.server(text), "")])
    }
    let add = repository.add
    repository.add = { titles in
      _ = try note("add \(titles)")
      return try await add(titles)
    }
    repository.rename = { try note("rename \($0.text) \($1)") }
    repository.setCompleted = { try note("\($1 ? "complete" : "reopen") \($0.text)") }
    repository.delete = { try note("delete \($0.text)") }
    repository.undo = { undo in
      guard undo.steps.count == 1, case .rename(.server(let text), "")? = undo.steps.first else {
        return try note("undo \(undo.steps)")
      }
      return try note("undo \(text)")
    }
    repository.resolve = { try note("\($1) \($0.text)") }
    return repository
  }

  struct TodoListScreen {
    let screen: Screen
    let all: TodoListViewModel
  }

  func lists(_ items: [TodoItem] = TodoListFrameTests.items, failing error: (any Error)? = nil) async -> TodoListScreen
  {
    await lists(repository(items, failing: error))
  }

  func lists(_ repository: TodosRepository) async -> TodoListScreen {
    var environment = ScreenEnvironment.stub(clock: TestClock())
    environment.report = { [reported] in reported.record($0) }
    let done = TodoUndoStack()
    var viewModels: [TodoListViewModel] = []
    let screen = Screen.todoLists(
      { filter, onOpen in
        viewModels.append(
          TodoListViewModel.live(repository.list(filter), repository, done, environment, onOpen: onOpen))
        return viewModels[viewModels.count - 1]
      }, counts: Observed(TodoCounts(open: 3)), environment)
    for viewModel in viewModels { await viewModel.send(.appeared).value }
    return TodoListScreen(screen: screen, all: viewModels[0])
  }

  /// Presses keys, and returns the notice of the list.
  func notice(_ lists: TodoListScreen, _ events: Terminal.Event...) async -> String? {
    for event in events { #expect(lists.screen.react(event, size) == .handled) }
    await lists.all.wait { $0.notice != nil }
    return lists.all.state().notice
  }

  func typed(_ text: String) -> [Terminal.Event] { text.map { .key(.character($0)) } }

  func bottom(_ lists: TodoListScreen) -> String { lists.screen.frame(size).text.last ?? "" }

  @Test func `a prompts for a title, whose letters are no commands, and Enter adds the to-do`()
    async
  {
    let sut = await lists()
    for event in [.key("a")] + typed("q dz v") { #expect(sut.screen.react(event, size) == .handled) }
    #expect(bottom(sut).hasPrefix(" Add: q dz v "))
    #expect(await notice(sut, .key(.backspace), .key(.control("a")), .key("x"), .key(.enter)) == "Added.")
    #expect(called.all == ["add [\"xq dz \"]"])
    #expect(!bottom(sut).contains("Add:"))
  }

  @Test func `pasting several lines adds several to-dos, the first one after the typed text`() async {
    let sut = await lists()
    for event in [.key("a")] + typed("Buy ") { _ = sut.screen.react(event, size) }
    #expect(await notice(sut, .paste("oil\r\n\n  \nmilk\n")) == "Added 2 to-dos.")
    #expect(called.all == ["add [\"Buy oil\", \"milk\"]"])
  }

  @Test func `pasting one line extends the title, and Esc or a blank title adds nothing`() async {
    let sut = await lists()
    for event: Terminal.Event in [.key("a"), .paste("milk")] { _ = sut.screen.react(event, size) }
    #expect(bottom(sut).hasPrefix(" Add: milk"))
    #expect(sut.screen.react(.key(.escape), size) == .handled)
    #expect(!bottom(sut).contains("Add"))
    for event: Terminal.Event in [.key("a"), .key(" "), .key(.enter)] { _ = sut.screen.react(event, size) }
    #expect(called.all == [])
    #expect(!bottom(sut).contains("Add"))
  }

  @Test(arguments: ["e", .enter, "l", .right] as [Key])
  func `renaming starts with the title of the selected to-do, and an empty title is refused`(key: Key) async {
    let sut = await lists()
    #expect(await notice(sut, .key(key), .key("!"), .key(.enter)) == "Renamed.")
    #expect(called.all == ["rename 1 Wind the lighthouse!"])
    #expect(
      await notice(sut, .key(key), .key(.control("u")), .key(.enter)) == "A to-do needs a title; d deletes it.")
  }

  @Test func `space completes and reopens, d deletes, z takes back what was done last, once each`() async {
    let sut = await lists()
    #expect(await notice(sut, .key(" ")) == "Completed.")
    #expect(sut.screen.react(.key("G"), size) == .handled)
    #expect(await notice(sut, .key(" ")) == "Reopened.")
    #expect(sut.screen.react(.key("k"), size) == .handled)
    #expect(await notice(sut, .key("d")) == "Deleted; z brings it back.")
    for expected in ["Undone.", "Undone.", "Undone.", "Nothing to undo."] {
      _ = sut.all.send(.move(by: 0))
      #expect(await notice(sut, .key("z")) == expected)
    }
    #expect(
      called.all == [
        "complete 1", "reopen 5", "delete 4", "undo delete 4", "undo reopen 5", "undo complete 1",
      ])
  }

  @Test(arguments: [("t", "tryAgain"), ("s", "keepServers"), ("n", "addAsNew")] as [(Key, String)])
  func `a refused edit prompts for one of three resolutions`(key: Key, what: String) async {
    let sut = await lists([TodoListFrameTests.items[2]])
    #expect(sut.screen.react(.key(.enter), size) == .handled)
    #expect(bottom(sut).contains("The server refused it (422)."))
    #expect(bottom(sut).contains("t try again"))
    #expect(sut.screen.react(.key("x"), size) == .handled)
    #expect(bottom(sut).contains("t try again"))
    _ = await notice(sut, .key(key))
    #expect(called.all == ["\(what) 3"])
    for key: Key in ["e", .escape, "e", "q"] { #expect(sut.screen.react(.key(key), size) == .handled) }
    #expect(!bottom(sut).contains("t try again"))
    #expect(called.all.count == 1)
  }

  @Test(arguments: [80, 60, 50, 40])
  func `the prompt for a refusal offers every resolution on narrow screens, too`(width: Int) async {
    let sut = await lists([TodoListFrameTests.items[2]])
    _ = sut.screen.react(.key(.enter), size)
    let line = sut.screen.frame(Size(width: width, height: 10)).text.last ?? ""
    for key in [" t ", " s ", " n "] { #expect(line.contains(key), "\(line)") }
  }

  @Test func `the last of several added to-dos is selected`() async {
    var repository = repository(TodoListFrameTests.items)
    let ids = [TodoListFrameTests.items[1].id, TodoListFrameTests.items[3].id]
    repository.add = { _ in TodoUndo(ids.map { .delete($0) }) }
    let sut = await lists(repository)
    #expect(await notice(sut, .key("a"), .paste("a\nb\n")) == "Added 2 to-dos.")
    await sut.all.wait { $0.shown.selectedRow == 3 }
  }

  @Test func `undo selects the to-do that it changes`() async {
    var repository = repository(TodoListFrameTests.items)
    repository.undo = { _ in TodoUndo([.delete(TodoListFrameTests.items[2].id)]) }
    let sut = await lists(repository)
    #expect(await notice(sut, .key("d")) == "Deleted; z brings it back.")
    _ = sut.all.send(.move(by: 0))
    #expect(await notice(sut, .key("z")) == "Undone.")
    await sut.all.wait { $0.shown.selectedRow == 2 }
  }

  @Test func `a refused title can be edited from its prompt`() async {
    let sut = await lists([TodoListFrameTests.items[2]])
    #expect(await notice(sut, .key(.enter), .key("e"), .key("!"), .key(.enter)) == "Renamed.")
    #expect(called.all == ["rename 3 Count the ships!"])
  }

  @Test func `dropping a refused edit can be undone`() async {
    let new = TodoItem(Todo(id: .temporary("T"), title: "new"), refusal: TodoRefusal(status: 422))
    let sut = await lists([new, TodoListFrameTests.items[2]])
    for event: Terminal.Event in [.key(.enter)] { _ = sut.screen.react(event, size) }
    #expect(bottom(sut).contains("s drop it"))
    #expect(!bottom(sut).contains("server's"))
    #expect(await notice(sut, .key("s")) == "Dropped; z brings it back.")
    _ = sut.all.send(.move(by: 1))
    #expect(await notice(sut, .key(.enter), .key("s")) == "Using the server's; z brings yours back.")
    for _ in 0..<2 {
      _ = sut.all.send(.move(by: 0))
      #expect(await notice(sut, .key("z")) == "Undone.")
    }
    #expect(called.all.suffix(2) == ["undo keepServers 3", "undo keepServers T"])
  }

  @Test func `adding a refused to-do as a new one can be undone`() async {
    let sut = await lists([TodoListFrameTests.items[2]])
    #expect(await notice(sut, .key(.enter), .key("n")) == "Added as a new to-do.")
    _ = sut.all.send(.move(by: 0))
    #expect(await notice(sut, .key("z")) == "Undone.")
    #expect(called.all == ["addAsNew 3", "undo addAsNew 3"])
  }

  @Test func `a refused deletion can be tried again or dropped, and nothing else`() async {
    var item = TodoListFrameTests.items[2]
    item.refusal = TodoRefusal(status: 422, isDeletion: true)
    let sut = await lists([item])
    for key: Key in [.enter, "n", "e"] { #expect(sut.screen.react(.key(key), size) == .handled) }
    #expect(bottom(sut) == " The server refused to delete it (422).     t try again  s keep it  esc cancel")
    #expect(await notice(sut, .key("s")) == "Kept; z deletes it.")
    #expect(called.all == ["keepServers 3"])
  }

  @Test func `a decision about an edit that is not refused any more says so`() async {
    var repository = repository([TodoListFrameTests.items[2]])
    repository.resolve = { _, _ in nil }
    let sut = await lists(repository)
    #expect(await notice(sut, .key(.enter), .key("s")) == "Nothing is refused any more.")
    _ = sut.all.send(.move(by: 0))
    #expect(await notice(sut, .key("z")) == "Nothing to undo.")
  }

  @Test func `Enter on an unchanged title changes nothing, even if the prompt shows the title as one line`() async {
    let sut = await lists([TodoItem(Todo(id: .server("1"), title: "back\n\tat once"))])
    for key: Key in ["e", .enter] { #expect(sut.screen.react(.key(key), size) == .handled) }
    #expect(!bottom(sut).contains("Rename"))
    #expect(await notice(sut, .key("z")) == "Nothing to undo.")
    #expect(called.all == [])
  }

  @Test(
    arguments: [
      ([.key("!")], "back\n\tat\u{7} once\u{202E}!"),
      ([.key(.home), .key("!")], "!back\n\tat\u{7} once\u{202E}"),
      ([.key(.backspace), .key(.backspace)], "back\n\tat\u{7} on\u{202E}"),
      ([.key(.control("w")), .key(.control("w")), .key("x")], "back\n\tx\u{202E}"),
      ([.key(.control("u")), .paste("back  at")], "back\n\tat\u{202E}"),
      ([.key(.control("u")), .paste("back at")], "back\nat\u{202E}"),
      ([.key(.control("u")), .paste("back\u{2407} once")], "back\u{7} once\u{202E}"),
    ] as [([Terminal.Event], String)])
  func `renaming leaves what was not edited as it is, also tabs and line breaks`(
    events: [Terminal.Event], title: String
  ) async {
    let sut = await lists([TodoItem(Todo(id: .server("1"), title: "back\n\tat\u{7} once\u{202E}"))])
    for event in [.key("e")] + events { _ = sut.screen.react(event, size) }
    #expect(await notice(sut, .key(.enter)) == "Renamed.")
    #expect(called.all == ["rename 1 \(title)"])
  }

  @Test func `a title that was changed elsewhere while another was typed is named`() async {
    var repository = repository(TodoListFrameTests.items)
    repository.todo = { TodoItem(Todo(id: $0, title: "Changed\nelsewhere")) }
    let sut = await lists(repository)
    #expect(
      await notice(sut, .key("e"), .key("!"), .key(.enter))
        == "Renamed; meanwhile it was “Changed elsewhere”, which z brings back.")
  }

  @Test func `a second click on a to-do opens the prompt for its title`() async {
    let sut = await lists()
    let click = Terminal.Event.mouse(Terminal.Mouse(.press, column: 3, row: 2))
    #expect(sut.screen.react(click, size) == .handled)
    await sut.all.wait { $0.shown.selectedRow == 1 }
    #expect(!bottom(sut).contains("Rename"))
    #expect(sut.screen.react(click, size) == .handled)
    await sut.screen.changes.wait { bottom(sut).hasPrefix(" Rename: ") }
  }

  @Test func `a notice in one list does not come back when the list is shown again`() async {
    let sut = await lists()
    #expect(await notice(sut, .key(" ")) == "Completed.")
    for _ in TodoFilter.allCases { #expect(sut.screen.react(.key("v"), size) == .handled) }
    #expect(sut.all.state().notice == nil)
  }

  @Test(arguments: [Key.escape, .backspace])
  func `a step back from the open to-dos leads to all of them, and from there out`(key: Key) async {
    let sut = await lists()
    let title = { sut.screen.frame(size).text[0] }
    #expect(sut.screen.react(.key("v"), size) == .handled)
    #expect(title().hasPrefix(" To-dos › Open"))
    #expect(sut.screen.react(.key(key), size) == .handled)
    #expect(!title().contains("›"))
    #expect(sut.screen.react(.key(key), size) == .ignored)
  }

  @Test func `v cycles through all, open and done to-dos, each list with its own selection`() async {
    let sut = await lists()
    _ = sut.screen.react(.key("j"), size)
    let titles = (0..<4).map { _ in
      defer { _ = sut.screen.react(.key("v"), size) }
      return sut.screen.frame(size).text[0].split(separator: "  ").first.map(String.init)
    }
    #expect(titles == [" To-dos", " To-dos › Open", " To-dos › Done", " To-dos"])
    #expect(sut.all.state().shown.selectedRow == 1)
  }

  @Test func `a change that cannot be saved is shown and reported, and one of a missing to-do says so`() async {
    let sut = await lists(failing: DatabaseError.noSpace)
    let sentence = await notice(sut, .key(" "))
    #expect(sentence?.hasPrefix("Cannot save (") == true)
    #expect(reported.all.count == 1)
    #expect(reported.all.first?.hasPrefix(sentence ?? "?") == true)
    let gone = await lists(failing: TodosRepository.Error.noSuchTodo(.server("1")))
    #expect(await notice(gone, .key("d")) == "It is gone.")
  }

  @Test func `letters of a filter that is typed are no to-do commands`() async {
    let sut = await lists()
    for key: Key in ["/", "a", "v", "e", " ", "d"] { #expect(sut.screen.react(.key(key), size) == .handled) }
    #expect(sut.all.state().filter?.query == "ave d")
    #expect(called.all == [])
  }

  @Test func `a mouse press or a resize does not end a prompt`() async {
    let sut = await lists()
    _ = sut.screen.react(.key("a"), size)
    let click = Terminal.Event.mouse(Terminal.Mouse(.press, column: 3, row: 4))
    #expect(sut.screen.react(click, size) == .handled)
    #expect(sut.all.state().shown.selectedRow == 0)
    #expect(sut.screen.react(.resized(size), size) == .ignored)
    #expect(bottom(sut).contains("Add:"))
  }

  @Test func `changes from all lists are made in the order of the keys`() async {
    var repository = repository(TodoListFrameTests.items)
    let gate = Gate()
    let add = repository.add
    repository.add = { titles in
      if titles == ["1"] { try await gate.pause() }
      return try await add(titles)
    }
    let sut = await lists(repository)
    for title in ["1", "2"] {
      for event in [.key("a")] + typed(title) + [.key(.enter), .key("v")] { _ = sut.screen.react(event, size) }
    }
    let undone = sut.all.send(.command(.undo))
    await gate.arrived()
    #expect(called.all == [])
    await gate.open()
    await undone.value
    #expect(called.all.prefix(2) == ["add [\"1\"]", "add [\"2\"]"])
    #expect(called.all.count == 3)
  }

  @Test func `space twice completes and reopens a to-do before the list shows the first change`() async {
    var repository = repository(TodoListFrameTests.items)
    let setCompleted = repository.setCompleted
    let item = Observed(TodoListFrameTests.items[0])
    repository.todo = { _ in item.value }
    repository.setCompleted = { id, isCompleted in
      item.update { $0.todo.isCompleted = isCompleted }
      return try await setCompleted(id, isCompleted)
    }
    let sut = await lists(repository)
    _ = sut.all.send(.command(.toggle))
    await sut.all.send(.command(.toggle)).value
    #expect(called.all == ["complete 1", "reopen 1"])
    #expect(sut.all.state().notice == "Reopened.")
  }

  @Test func `undoing a change of a missing to-do says so, and earlier changes can still be undone`() async {
    var repository = repository(TodoListFrameTests.items)
    let undo = repository.undo
    repository.undo = {
      if $0.steps == [.rename(.server("delete 1"), "")] { throw TodosRepository.Error.noSuchTodo(.server("1")) }
      return try await undo($0)
    }
    let sut = await lists(repository)
    #expect(await notice(sut, .key(" ")) == "Completed.")
    _ = sut.all.send(.move(by: 0))
    #expect(await notice(sut, .key("d")) == "Deleted; z brings it back.")
    _ = sut.all.send(.move(by: 0))
    #expect(await notice(sut, .key("z")) == "It is gone.")
    _ = sut.all.send(.move(by: 0))
    #expect(await notice(sut, .key("z")) == "Undone.")
    #expect(called.all.last == "undo complete 1")
  }

  @Test func `earlier changes of a deleted to-do are undone on the to-do that replaced it`() async {
    var repository = repository(TodoListFrameTests.items)
    var todo = TodoListFrameTests.items[0].todo
    todo.serverID = "1"
    let undo = repository.undo
    repository.setCompleted = { id, _ in TodoUndo([.setCompleted(id, false)]) }
    repository.delete = { [todo] _ in TodoUndo([.restore(todo)]) }
    repository.undo = { [todo] in
      if $0.steps == [.restore(todo)] { return TodoUndo([.delete(.temporary("new"))]) }
      return try await undo($0)
    }
    let sut = await lists(repository)
    _ = await notice(sut, .key(" "))
    _ = await notice(sut, .key("d"))
    _ = sut.all.send(.move(by: 0))
    #expect(await notice(sut, .key("z")) == "Undone. The server had deleted it, so it is at the end.")
    _ = sut.all.send(.move(by: 0))
    #expect(await notice(sut, .key("z")) == "Undone.")
    #expect(called.all.last?.contains("new") == true, "\(called.all)")
  }

  @Test func `a to-do that the server never had is brought back without blaming the server`() async {
    let new = TodoItem(Todo(id: .temporary("T"), title: "new"), refusal: TodoRefusal(status: 422))
    var repository = repository([new])
    repository.resolve = { _, _ in TodoUndo([.restore(new.todo)]) }
    repository.undo = { _ in TodoUndo([.delete(.temporary("U"))]) }
    let sut = await lists(repository)
    #expect(await notice(sut, .key(.enter), .key("s")) == "Dropped; z brings it back.")
    _ = sut.all.send(.move(by: 0))
    #expect(await notice(sut, .key("z")) == "Undone. It is at the end.")
  }

  @Test func `y copies the title, for there is no address`() async {
    let sut = await lists()
    #expect(await notice(sut, .key("y")) == "Copied: \(TodoListFrameTests.items[0].todo.title)")
  }

  @Test func `the rename key opens no prompt in an empty list`() async {
    let sut = await lists([])
    #expect(sut.screen.react(.key("e"), size) == .handled)
    #expect(!bottom(sut).contains("Rename"))
    #expect(called.all == [])
  }
}

extension Todo.ID {
  fileprivate var text: String {
    switch self {
    case .server(let text), .temporary(let text): text
    }
  }
}
