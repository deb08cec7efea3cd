import Database
import Essentials
import PagedList
import Repositories
import Settings
import TextLayout
import TodoDomain
import TodosRepository

extension Command {
  /// Prints the to-dos, or sends the waiting edits.
  static let todos = Command(
    name: "todos",
    usages: [
      "todos [--open|--done]": "print the to-dos: ID, tab, box, tab, title",
      "todos --deliver": "send waiting edits, and report the result",
    ],
    options: [.open, .done, .deliver]
  ) { words, _ throws(UsageError) in
    try words.expectNoArguments(orOne: "todo show ID")
    guard ["--open", "--done", "--deliver"].filter(words.has).count < 2 else {
      throw UsageError("use only one of --open, --done and --deliver")
    }
    if words.has("--deliver") { return .todos { run, todos in try await run.deliver(todos) } }
    let filter: TodoFilter = words.has("--open") ? .open : words.has("--done") ? .done : .all
    return .todos(changes: false) { run, todos in
      try await run.printList(todos.list(filter), as: .todos(filter, run.server))
    }
  }
}

extension Option {
  static let open = Option("--open", in: .reading, "todos: only open ones")
  static let done = Option("--done", in: .reading, "todos: only completed ones")
  static let deliver = Option("--deliver", in: .reading, "todos: send waiting edits, and report the result")
}

extension CommandRun {
  /// Sends the waiting edits, and prints the numbers of accepted, refused and still waiting ones.
  fileprivate func deliver(_ todos: TodosRepository) async throws {
    let delivery: TodoDelivery
    do { delivery = try await todos.deliver() } catch let error as DatabaseError {
      // The server may have answered before the answer could not be saved.
      throw CommandFailure(
        settings.cannot("save", error, "--state", "; changes may have been sent, and none is sent twice"))
    }
    try print(delivery.text, json: delivery.json)
    for failure in delivery.failures(server) { error(failure) }
    report(delivery.notices)
    let isDone = delivery.waiting == 0 && delivery.refused.isEmpty && delivery.refusedBefore == 0
    try end(isDone ? .success : .unavailable)
  }

  /// Reports the titles that replaced ones given elsewhere.
  func report(_ notices: [TodoNotice]) {
    for notice in notices { self.notice("\(notice.clause).") }
  }
}

extension TodoDelivery {
  /// The numbers of edits: `2 delivered, 0 refused, 1 waiting to be sent`.
  var text: String { "\(delivered) delivered, \(refused.count) refused, \(waiting) waiting to be sent" }

  var json: JSON {
    ["delivered": delivered.json, "refused": JSON(refused.map(\.json)), "waiting": waiting.json]
  }
}

extension Listing<TodoItem> {
  /// The to-dos.
  fileprivate static func todos(_ filter: TodoFilter, _ server: URL) -> Self {
    Self(
      items: "to-dos", facts: { ListFacts(title: $0.todo.title) }, text: \.line, json: \.json,
      nothing: "no \(filter == .all ? "to-dos yet" : "such to-dos") at \(server.absoluteString).", state: "to-dos")
  }
}

extension TodoItem {
  /// The ID for the command line: the server's, or the temporary one until there is one.
  var name: String { todo.serverID ?? todo.tempID ?? "" }

  /// ID, tab, box, tab, title.
  var line: String {
    let mark = refusal != nil ? "!" : isPending ? "↑" : ""
    return "\(TextLayout.line(name))\t[\(todo.isCompleted ? "x" : " ")]\(mark)\t" + TextLayout.line(todo.title)
  }
}
