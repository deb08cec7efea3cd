import Database
import Essentials
import Feed
import ItemsLoader
import Messages
import TextLayout
import TodoDomain
import TodosRepository

/// Does something with to-dos, and prints what is then known of them.
/// - Parameter input: all of standard input.
/// - Returns: How the program ends: nobody waits for a server that is not there, but what it refuses is a failure.
func runTodos(
  _ command: Invocation.TodoCommand, in todos: TodosRepository, input: @Sendable () throws -> String, report: Report,
  now: @Sendable () -> Date
) async throws -> Invocation.ExitStatus {
  do {
    let id: Todo.ID?
    do { id = try await command.id.asyncMap { try await todos.id(beginning: $0) } } catch let choice as TodoChoice {
      return report.failure(choice)
    }
    switch (command, id) {
    case (.list(let filter), _):
      try await printList(todos.feed(filter), as: .todos(report.server), report: report, now: now)
    case (.deliver, _): return try await deliver(todos, report)
    case (.add(let titles), _):
      let lines = try titles.flatMap {
        $0 == "-" ? try input().split(whereSeparator: \.isNewline).map(String.init) : [$0]
      }
      let added = try await todos.add(lines)
      return try await finish(todos, added.ids, report)
    case (.rename(_, let title), let id?):
      let title = title == "-" ? try input().trimmed : title
      _ = try await todos.rename(id, title)
      return try await finish(todos, [id], report)
    case (.done, let id?), (.reopen, let id?):
      var isCompleted = false
      if case .done = command { isCompleted = true }
      _ = try await todos.setCompleted(id, isCompleted)
      return try await finish(todos, [id], report)
    case (.delete, let id?):
      let item = try await todos.todo(id)
      _ = try await todos.delete(id)
      return try await finish(todos, [], gone: item, report)
    case (.show, let id?): try await print([id], of: todos, report)
    case (_, nil): break
    }
    return .shown
  } catch TodosRepository.Error.blankTitle {
    report.error("a to-do needs a title; nothing changed.")
    return .usage
  } catch TodosRepository.Error.noSuchTodo {
    return report.failure(TodoChoice.none(command.id ?? ""))
  } catch let error as DatabaseError {
    throw StateFailure(cause: error, reading: command.changesNothing ? "to-dos" : nil)
  }
}

/// Sends a change, and prints what it has made.
/// - Parameter gone: what was deleted.
private func finish(
  _ todos: TodosRepository, _ ids: [Todo.ID], gone: TodoItem? = nil, _ report: Report
) async throws -> Invocation.ExitStatus {
  let delivery = try await todos.deliver()
  if let gone {
    let listing = Listing.todos(report.server)
    let left = try await todos.todo(gone.id)
    try report.output.write(
      left.map { listing.one($0, report.invocation.format) } ?? gone.deleted(report.invocation.format))
  } else {
    try await print(ids, of: todos, report)
  }
  report.tell(delivery)
  if delivery.waiting > 0 {
    report.notice(
      "\(delivery.obstacle(report.server)); unsent changes will be sent later, or now with: satchel todos --deliver")
  }
  return delivery.refused.isEmpty ? .shown : .unavailable
}

extension Report {
  /// Says what the server has refused, and whom it has overruled.
  func tell(_ delivery: TodoDelivery) {
    for item in delivery.refused {
      let why = item.refusal.map { Messages.refusal($0.status, words: $0.words) } ?? "it was refused"
      error("\(item.todo.title): \(why). Open satchel to decide what to do.")
    }
    for notice in delivery.notices { self.notice("\(notice.clause).") }
  }
}

private func deliver(_ todos: TodosRepository, _ report: Report) async throws -> Invocation.ExitStatus {
  let delivery = try await todos.deliver()
  let refused = delivery.refused
  switch report.invocation.format {
  case .text:
    try report.output.write(
      "\(delivery.delivered) delivered, \(refused.count) refused, \(delivery.waiting) waiting to be sent\n")
  case .json:
    let items = refused.map(\.json).joined(separator: ",")
    try report.output.write(
      #"{"delivered":\#(delivery.delivered),"refused":[\#(items)],"waiting":\#(delivery.waiting)}"# + "\n")
  }
  report.tell(delivery)
  guard delivery.waiting > 0 else { return refused.isEmpty ? .shown : .unavailable }
  report.error("\(delivery.obstacle(report.server)).")
  return .unavailable
}

private func print(_ ids: [Todo.ID], of todos: TodosRepository, _ report: Report) async throws {
  let listing = Listing.todos(report.server)
  for id in ids {
    guard let item = try await todos.todo(id) else { throw TodosRepository.Error.noSuchTodo(id) }
    try report.output.write(listing.one(item, report.invocation.format))
  }
}

extension TodoDelivery {
  /// Why something waits still, as a clause without a full stop.
  func obstacle(_ server: URL) -> String {
    switch failure {
    case nil: "not everything was sent"
    case is TodoDeliverySettling: "an addition was sent, and \(server.absoluteString) does not list it yet"
    case let failure?: Messages.delivery(failure, server: server)
    }
  }
}

extension Listing<TodoItem> {
  /// To-dos: ID, tab, a box, tab, title.
  static func todos(_ server: URL) -> Self {
    Self(
      items: "to-dos", title: \.todo.title,
      text: { item in
        let mark = item.refusal != nil ? "!" : item.isPending ? "↑" : ""
        return "\(TextLayout.line(item.name))\t[\(item.todo.isCompleted ? "x" : " ")]\(mark)\t"
          + TextLayout.line(item.todo.title)
      },
      json: \.json, nothing: "no such to-dos at \(server.absoluteString).")
  }

  fileprivate func one(_ item: TodoItem, _ format: Invocation.Format) -> String {
    (format == .json ? json(item) : text(item)) + "\n"
  }
}

extension TodoItem {
  /// What it is called on the command line: the server's id as soon as there is one.
  fileprivate var name: String { todo.serverID ?? todo.tempID ?? "" }

  /// That it is not there any more: ID, tab, "deleted", tab, title.
  fileprivate func deleted(_ format: Invocation.Format) -> String {
    switch format {
    case .text: "\(TextLayout.line(name))\tdeleted\t\(TextLayout.line(todo.title))\n"
    case .json: json.dropLast() + #","deleted":true}"# + "\n"
    }
  }
}

extension Optional where Wrapped: Sendable {
  fileprivate func asyncMap<Value>(_ transform: (Wrapped) async throws -> Value) async rethrows -> Value? {
    guard let self else { return nil }
    return try await transform(self)
  }
}
