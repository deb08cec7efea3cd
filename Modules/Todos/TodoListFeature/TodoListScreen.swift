import Essentials
import ItemList
import NetworkClient
public import Observed
import Rendering
public import Screen
import StyleGuide
import Terminal
import TodoDomain
public import TodosRepository

extension Screen {
  /// Returns a screen with the lists of all, open and completed to-dos, one at a time, and the prompts in the bottom
  /// line.
  /// - Parameters:
  ///   - lists: Returns the view model for a filter. It calls `onOpen` with an item that is opened by a click.
  ///   - counts: The numbers of to-dos.
  ///   - environment: The date, the clock, and what else all screens share.
  ///   - appear: Called when the screen is first shown. `disappear` ends the work that it starts.
  ///   - disappear: Called when the screen is left.
  public static func todoLists(
    _ lists: (_ filter: TodoFilter, _ onOpen: @escaping @Sendable (TodoItem) -> Void) -> TodoListViewModel,
    shown: Observed<TodoFilter> = Observed(.all), counts: Observed<TodoCounts>,
    _ environment: ScreenEnvironment,
    appear: @escaping @Sendable () -> Void = {}, disappear: @escaping @Sendable () -> Void = {}
  ) -> Self {
    let todoLists = TodoLists(lists, shown: shown, counts: counts, environment)
    return Self(
      frame: todoLists.frame, changes: .merging(todoLists.current.changes, todoLists.prompt.changes, counts.changes),
      appear: {
        appear()
        todoLists.current.appear()
      }, resume: todoLists.current.resume,
      disappear: {
        disappear()
        todoLists.current.disappear()
      },
      react: todoLists.react, help: todoLists.current.help
    ).asking(
      "Add: ", at: "a", verb: "add", hasLines: true, when: { !todoLists.isTyping },
      answered: { _ = todoLists.viewModel.send(.command(.add($0))) })
  }
}

private typealias Keys = KeyMap<TodoListState, ItemListAction<TodoListCommand>>

private let ownKeys: [Keys.Binding] = [
  .init([" "], "space", "complete or reopen") { _, _ in .command(.toggle) },
  .init(["d"], "d", "delete") { _, _ in .command(.delete) },
  .init(["z"], "z", "undo the last change") { _, _ in .command(.undo) },
  // Keys that open a prompt or switch the list are handled before the list receives them.
  .init(["a"], "a", "add; pasting several lines adds several") { _, _ in nil },
  .init(renaming, "Enter, e", "rename; decide what to do about a refused edit") { _, _ in .open },
  .init(["y"], "y", "copy the title") { _, _ in .command(.copy) },
  .init(["v"], "v", "show all, open or completed") { _, _ in nil },
]

private let renaming: [Key] = [.enter, "e", "l", .right]

private struct TodoLists: Sendable {
  let viewModels: [TodoListViewModel]
  let prompt: Observed<Prompt?>
  let report: @Sendable (String) -> Void
  let current: Screen
  private let shown: Observed<TodoFilter>

  init(
    _ lists: (_ filter: TodoFilter, _ onOpen: @escaping @Sendable (TodoItem) -> Void) -> TodoListViewModel,
    shown: Observed<TodoFilter>, counts: Observed<TodoCounts>, _ environment: ScreenEnvironment
  ) {
    self.shown = shown
    let prompt = Observed<Prompt?>(nil)
    let report = environment.report
    let viewModels = TodoFilter.allCases.map { filter in
      lists(filter) { item in prompt.replace(with: .opening(item, report)) }
    }
    self.prompt = prompt
    self.report = report
    self.viewModels = viewModels
    let screens = zip(TodoFilter.allCases, viewModels).map { filter, viewModel in
      var look = ItemListLook(
        title: filter.title, plural: filter.plural, address: environment.server.absoluteString, now: environment.now,
        rows: rows)
      look.detail = { counts.value.sentence }
      look.opens = { $0.refusal == nil ? "rename" : "decide" }
      look.hints = ["a add", "space done"]
      return Screen.itemList(viewModel, look, keys: ownKeys)
    }
    current = .one(of: screens, shown: { shown.value.number }, changes: shown.changes)
  }

  var viewModel: TodoListViewModel { viewModels[shown.value.number] }

  /// Whether keys are typed into a prompt or a filter.
  var isTyping: Bool { prompt.value != nil || viewModel.state().isTyping }

  func frame(in size: Size) -> Frame {
    let frame = current.frame(size)
    guard let prompt = prompt.value, size.height > 0 else { return frame }
    return Frame(frame.lines.dropLast() + [prompt.line(width: size.width)], size: size)
  }

  func react(to event: Terminal.Event, in size: Size) -> Reaction {
    if let asked = prompt.value { return answer(asked, event) }
    if case .key(let key) = event, !viewModel.state().isTyping, begin(key) { return .handled }
    let reaction = current.react(event, size)
    guard reaction == .ignored, shown.value != .all, event == .key(.escape) || event == .key(.backspace) else {
      return reaction
    }
    show(.all)
    return .handled
  }

  private func show(_ filter: TodoFilter) {
    shown.replace(with: filter)
    // The notice of the last command there would seem to be about this key.
    _ = viewModel.send(.move(by: 0))
    current.appear()
  }

  private func answer(_ asked: Prompt, _ event: Terminal.Event) -> Reaction {
    switch event {
    case .key, .paste: break
    case .mouse: return .handled
    default: return .ignored
    }
    switch asked.outcome(of: event) {
    case .asking(let further): prompt.update { $0 = further }
    case .over(let command):
      prompt.update { $0 = nil }
      if let command { _ = viewModel.send(.command(command)) }
    }
    return .handled
  }

  /// Opens a prompt or switches the list, and returns whether the key did so. This is synchronous, so that the next key
  /// goes to the prompt.
  private func begin(_ key: Key) -> Bool {
    switch key {
    case "v": show(TodoFilter.allCases[(shown.value.number + 1) % viewModels.count])
    case _ where renaming.contains(key):
      guard let item = viewModel.state().shown.selected else { return false }
      prompt.replace(with: .opening(item, report))
    default: return false
    }
    return true
  }
}

extension TodoFilter {
  /// The number of the list among all.
  fileprivate var number: Int { Self.allCases.firstIndex(of: self) ?? 0 }

  fileprivate var title: String {
    switch self {
    case .all: "To-dos"
    case .open: "To-dos › Open"
    case .done: "To-dos › Done"
    }
  }

  fileprivate var plural: String {
    switch self {
    case .all: "to-dos"
    case .open: "open to-dos"
    case .done: "completed to-dos"
    }
  }
}

extension TodoCounts {
  /// The counts for the header, for example "4 open · 1 refused · 2 waiting to be sent", or the obstacle to sending.
  /// Refused edits, which need a decision, come before the part that is cut first.
  var sentence: String {
    ["\(open) open", refused > 0 ? "\(refused) refused" : nil, waiting > 0 ? "\(waiting) \(waitingFor)" : nil]
      .compactMap(\.self).joined(separator: " · ")
  }

  private var waitingFor: String {
    switch obstacle {
    case nil, .pausedUntil, .unreachable: return "waiting to be sent"
    case .busy: return "waiting for another satchel"
    case .answer(let answer):
      if case .rejected(let status) = answer { return "not taken (\(status))" }
      return "not taken"
    }
  }
}

/// Returns rows with a check box, a sign for pending or refused edits, and the title. Completed to-dos are less
/// prominent.
@Sendable func rows(_ visible: [TodoItem], width: Int) -> RowLayout<TodoItem> {
  RowLayout { item, style in
    let box = Span(item.todo.isCompleted ? "[x] " : "[ ] ", style.base)
    let mark =
      item.refusal != nil ? Span("! ", style.failure) : Span(item.isPending ? "↑ " : "  ", style.base)
    let isBlank = item.todo.title.allSatisfy(\.isWhitespace)
    let title = isBlank ? [Span("—", style.quiet)] : style.highlighted(item.todo.title)
    return [box, mark] + (item.todo.isCompleted ? title.map { $0.struck(as: style.quiet) } : title)
  }
}

extension Span {
  /// Returns the span struck through, if the terminal supports that, and quiet unless it is highlighted.
  fileprivate func struck(as quiet: Style) -> Self {
    var style = style.attributes.isEmpty ? quiet : style
    style.attributes.insert(.strikethrough)
    return Span(text, style)
  }
}
