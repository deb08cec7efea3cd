import Database
import Essentials
import PagedList
import Repositories
import Settings
import TextLayout
import TodoDomain
import TodosRepository

extension Command {
  /// The commands that add, change, delete or print to-dos. They succeed when the edit is saved, even if the server
  /// cannot be reached, and fail when the server refuses it.
  static let todo: [Command] = [todoAdd] + ["done", "reopen", "delete", "show", "rename"].map(command(todo:))

  private static let todoAdd = Command(
    name: "todo add", usages: ["todo add TITLE…": "add one for each title; - reads standard input"]
  ) { words, _ throws(UsageError) in
    let words = words.arguments
    if words.isEmpty { throw UsageError("todo add needs a title: satchel todo add 'wind the clock'") }
    return .todos { run, todos in
      let titles = try words.flatMap {
        $0 == "-" ? try run.inputText().split(whereSeparator: \.isNewline).map(String.init) : [$0]
      }
      try await run.finish(todos, try await todos.add(titles).ids)
    }
  }

  private static func command(todo verb: String) -> Command {
    let usages: [String: KeyValuePairs] = [
      "done": ["todo done|reopen|delete|show ID": ""],
      "rename": [
        "todo rename ID TITLE":
          "change one, here at once and on the server as\nsoon as it answers; IDs can be shortened"
      ],
    ]
    return Command(name: "todo \(verb)", usages: usages[verb] ?? [:], items: .todos) { words, _ throws(UsageError) in
      if verb == "rename", words.arguments.count != 2 {
        throw UsageError("todo rename needs an ID and one title, in quotes")
      }
      let rest =
        verb == "rename" ? words.arguments : [try words.argument("ID", "an ID, whole or shortened, from satchel todos")]
      return .todos(id: rest[0], changes: verb != "show") { run, todos in
        let id = try await todos.id(beginning: rest[0])
        switch verb {
        case "show":
          return try await run.print([id], of: todos)
        case "delete":
          let item = try await todos.todo(id)
          _ = try await todos.delete(id)
          return try await run.finish(todos, [], deleted: item)
        case "rename": _ = try await todos.rename(id, rest[1] == "-" ? try run.inputText().trimmed : rest[1])
        default: _ = try await todos.setCompleted(id, verb == "done")
        }
        try await run.finish(todos, [id])
      }
    }
  }
}

extension Action {
  /// Returns an action that reads or edits to-dos.
  /// - Parameters:
  ///   - id: The ID on the command line, for error messages.
  ///   - changes: Whether the work writes state.
  static func todos(
    id: String = "", changes: Bool = true,
    _ work: @escaping @Sendable (_ run: CommandRun, _ todos: TodosRepository) async throws -> Void
  ) -> Self {
    Self(server: \.todosServer, result: changes ? "todos" : nil) { run in
      do { try await work(run, run.repositories.todos) } catch TodosRepository.Error.blankTitle {
        throw CommandFailure("a to-do needs a title; nothing changed.", .usage)
      } catch TodosRepository.Error.noSuchTodo {
        throw CommandFailure(
          "there is no to-do \(id) at \(run.server.absoluteString). List them with: \(run.satchel) todos", .noSuchItem)
      } catch let error as DatabaseError {
        throw changes ? run.failure(writing: error) : run.failure(error, reading: "to-dos")
      }
    }
  }
}

extension CommandRun {
  fileprivate func inputText() throws -> String {
    guard let text = String(validating: try whole(try input("-"), of: "standard input"), as: UTF8.self) else {
      throw CommandFailure("standard input is not UTF-8; nothing changed.", .usage)
    }
    return text
  }

  /// Sends an edit, and prints the to-dos as they are afterwards.
  fileprivate func finish(
    _ todos: TodosRepository, _ ids: [Todo.ID], deleted: TodoItem? = nil
  ) async throws {
    let delivery: TodoDelivery
    do { delivery = try await todos.deliver() } catch let error as DatabaseError {
      try await print(ids, of: todos)
      let rest = "; the change itself is saved, and will be sent later"
      throw CommandFailure(settings.cannot("save", error, "--state", rest))
    } catch is CancellationError {
      // In a task that is cancelled nothing is read any more.
      try await Task { try await print(ids, of: todos) }.value
      throw CommandFailure(
        "stopped; what was changed is saved, and will be sent later, or now with: \(satchel) todos --deliver",
        .interrupted)
    }
    try await print(ids, of: todos)
    if let deleted {
      if let left = try await todos.todo(deleted.id) {
        try print(left.line, json: left.json)
      } else {
        try print(
          "\(TextLayout.line(deleted.name))\tdeleted\t\(TextLayout.line(deleted.todo.title))",
          json: JSON(joining: [deleted.json, ["deleted": true.json]]))
      }
    }
    for refusal in delivery.refusals { error(refusal) }
    report(delivery.notices)
    if delivery.waiting > 0 {
      notice(
        "\(delivery.obstacle(server)); unsent changes will be sent later, or now with: \(satchel) todos --deliver")
    }
    try end(delivery.refused.isEmpty ? .success : .unavailable)
  }

  fileprivate func print(_ ids: [Todo.ID], of todos: TodosRepository) async throws {
    for id in ids {
      guard let item = try await todos.todo(id) else { throw TodosRepository.Error.noSuchTodo(id) }
      try print(item.line, json: item.json)
    }
  }
}

extension TodosRepository {
  /// Returns the ID of the to-do whose server ID or temporary ID begins with a text. If no saved to-do matches, this
  /// asks the server. A short number is no beginning of anything: once to-do 4 is deleted, 4 means no other.
  /// - Throws: `TodosRepository.Error.noSuchTodo`, `CommandFailure` if several begin so, or the error of reading the
  ///   list.
  fileprivate func id(beginning text: String) async throws -> Todo.ID {
    if let id = try await savedID(beginning: text) { return id }
    for try await _ in list(.all).pages() {}
    guard let id = try await savedID(beginning: text) else { throw Error.noSuchTodo(.server(text)) }
    return id
  }

  private func savedID(beginning text: String) async throws -> Todo.ID? {
    let items = try await list(.all).reader.window(ListQuery(), .row(0), 0, .max).items
    func names(_ item: TodoItem) -> [String] { [item.todo.serverID, item.todo.tempID].compactMap { $0 } }
    if let exact = items.first(where: { names($0).contains(text) }) { return exact.id }
    func isNumber(_ name: String) -> Bool { name.allSatisfy(\.isASCIIDigit) }
    if isNumber(text), text.count < 4 { return nil }
    let matches = items.filter { item in names(item).contains { $0.hasPrefix(text) && !isNumber($0) } }
    // UUIDs are case-insensitive.
    let found =
      matches.isEmpty ? items.filter { $0.todo.tempID?.lowercased().hasPrefix(text.lowercased()) ?? false } : matches
    if found.count > 1 {
      throw CommandFailure("\(text) begins the IDs of several to-dos: \(found.map(\.todo.title).firstThree).", .usage)
    }
    return found.first?.id
  }
}
