public import Database
import Essentials
public import Outbox
public import RowList
import RowListTable
import TodoDomain
public import TodosStore

extension TodosStore {
  /// A row for each to-do. What is damaged is forgotten: it can be had again.
  public static func live(database: Database) -> Self {
    .table(
      database, named: "todos", empty: TodosStoreHeader(), damage: .empties, key: { Int64($1) },
      record: { TodoRecord($0) }, row: \.todo,
      headerRecord: { HeaderRecord($0) }, header: { $0.header })
  }
}

extension TodosOutbox {
  /// A row for each change. What is damaged is an error: it cannot be had again.
  public static func live(database: Database) -> Self {
    Self(
      list: .table(
        database, named: "outbox", empty: Header(), damage: .fails, key: { entry, _ in entry.id },
        record: { EntryRecord($0) }, row: { try $0.entry },
        headerRecord: { OutboxHeaderRecord($0) }, header: { $0.header }))
  }
}

private struct HeaderRecord: Codable {
  var validator: String?
  /// Seconds since 2001: that is what a date is made of, so it comes back the same.
  var fetched: Double?
  var added: [String: Double]?

  init(_ header: TodosStoreHeader) {
    (validator, fetched) = (header.validator, header.fetchedAt?.timeIntervalSinceReferenceDate)
    added = header.added.isEmpty ? nil : header.added.mapValues(\.timeIntervalSinceReferenceDate)
  }

  var header: TodosStoreHeader {
    TodosStoreHeader(
      validator: validator, fetchedAt: fetched.map { Date(timeIntervalSinceReferenceDate: $0) },
      added: (added ?? [:]).mapValues { Date(timeIntervalSinceReferenceDate: $0) })
  }
}
