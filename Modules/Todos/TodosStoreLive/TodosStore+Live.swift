// To-dos and edits in a database.

public import Database
import Essentials
public import Outbox
import TodoDomain
public import TodosStore

extension TodosStore {
  /// Stores one row for each to-do. Damaged contents are discarded, because they can be downloaded again.
  public static func live(database: Database) -> Self {
    .table(
      database, named: "todos", kind: .cache, empty: TodosStoreHeader(), key: { Int64($1) },
      record: { TodoRecord($0) }, row: \.todo,
      headerRecord: { HeaderRecord($0) }, header: { $0.header })
  }
}

extension TodosOutbox {
  /// Stores one row for each edit. Damage is an error, because edits cannot be downloaded again.
  public static func live(database: Database) -> Self {
    Self(
      list: .table(
        database, named: "outbox", kind: .state, empty: Header(), key: { entry, _ in entry.id },
        record: { EntryRecord($0) }, row: { try $0.entry },
        headerRecord: { OutboxHeaderRecord($0) }, header: { $0.header }))
  }
}
