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
      headerRecord: { HeaderRecord(validator: $0.validator, fetched: $0.fetchedAt?.timeIntervalSinceReferenceDate) },
      header: { record in
        TodosStoreHeader(
          validator: record.validator, fetchedAt: record.fetched.map { Date(timeIntervalSinceReferenceDate: $0) })
      })
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
}
