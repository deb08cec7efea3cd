import Essentials
import Outbox
import TodoDomain
import TodosStore

/// A to-do as a row of a table stores it.
struct TodoRecord: Codable {
  var id: String?
  var temp: String?
  var title: String
  var done: Bool

  init(_ todo: Todo) {
    id = todo.serverID
    temp = todo.tempID
    title = todo.title
    done = todo.isCompleted
  }

  var todo: Todo {
    Todo(id: temp.map { .temporary($0) } ?? .server(id ?? ""), serverID: id, title: title, isCompleted: done)
  }
}

/// The header of the list as a table stores it. Dates are numbers of seconds in the JSON, and survive the round trip
/// exactly.
struct HeaderRecord: Codable {
  var validator: String?
  var fetched: Date?
  var list: Int64?
  var delivered: [DeliveredRecord]?

  init(_ header: TodosStoreHeader) {
    validator = header.validator
    fetched = header.fetchedAt
    list = header.listRevision
    delivered = header.delivered.isEmpty ? nil : header.delivered.map { DeliveredRecord($0) }
  }

  var header: TodosStoreHeader {
    TodosStoreHeader(
      validator: validator, fetchedAt: fetched, listRevision: list,
      delivered: (delivered ?? []).compactMap(\.delivered))
  }
}

/// A delivered part as a table stores it.
struct DeliveredRecord: Codable {
  var id: String
  var part: String
  var over: Int64
  var at: Date

  init(_ part: DeliveredPart) {
    id = part.serverID
    self.part = part.part.rawValue
    over = part.revision
    at = part.date
  }

  /// The delivered part; nil for a kind that only later versions of the program know.
  var delivered: DeliveredPart? {
    DeliveredPart.Part(rawValue: part).map { DeliveredPart(serverID: id, part: $0, revision: over, date: at) }
  }
}

/// An edit as a row of a table stores it: an addition without `from`, a deletion without `to`.
struct EntryRecord: Codable {
  var id: Int64
  var from: TodoRecord?
  var to: TodoRecord?
  var sent: Date?
  var refusal: String?

  init(_ entry: TodosOutbox.Entry) {
    id = entry.id
    sent = entry.sentAt
    refusal = entry.refusal
    switch entry.change {
    case .add(let todo): to = TodoRecord(todo)
    case .update(let before, let after):
      from = TodoRecord(before)
      to = TodoRecord(after)
    case .delete(let todo): from = TodoRecord(todo)
    }
  }

  var entry: TodosOutbox.Entry {
    get throws {
      let change: TodoEdit
      switch (from?.todo, to?.todo) {
      case (nil, let todo?): change = .add(todo)
      case (let before?, let after?): change = .update(from: before, to: after)
      case (let todo?, nil): change = .delete(todo)
      case (nil, nil):
        throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "a change of nothing"))
      }
      return TodosOutbox.Entry(id: id, change: change, sentAt: sent, refusal: refusal)
    }
  }
}

/// The header of the outbox as a table stores it.
struct OutboxHeaderRecord: Codable {
  var last: Int64
  var owner: UUID?
  var from: Date?
  var until: Date?

  init(_ header: TodosOutbox.Header) {
    last = header.lastID
    owner = header.lease?.owner
    from = header.lease?.from
    until = header.lease?.until
  }

  var header: TodosOutbox.Header {
    var lease: OutboxLease?
    if let owner, let from, let until {
      lease = OutboxLease(owner: owner, from: from, until: until)
    }
    return TodosOutbox.Header(lastID: last, lease: lease)
  }
}
