import Observed
import Synchronization

extension RowList {
  /// Behaves, and forgets at exit.
  public static func memory(_ rows: [Row] = [], header: Header) -> Self {
    let (shelf, changes) = (Shelf(Contents(rows: rows, header: header)), ChangeSource())
    return Self(
      read: { shelf.contents },
      edit: { edit in
        try Task.checkCancellation()
        if try shelf.edit(edit) { changes.send() }
      },
      changes: changes.signal)
  }

  /// Fails at every endpoint; nothing ever changes.
  public static func failing(_ error: any Error) -> Self {
    Self(read: { throw error }, edit: { _ in throw error }, changes: .none)
  }
}

extension RowList {
  /// Changes what is kept, and returns what the closure does.
  /// - Throws: as `edit`.
  @discardableResult
  public func update<Value: Sendable>(
    _ work: @escaping @Sendable (inout Contents) throws -> Value
  ) async throws -> Value {
    let box = Box<Value>()
    try await edit { contents in
      let value = try work(&contents)
      box.value.withLock { $0 = value }
    }
    guard let value = box.value.withLock({ $0 }) else { throw NotRun() }
    return value
  }
}

/// The edit of a list was not made, and no error was thrown.
private struct NotRun: Error {}

/// A mutex cannot be captured by a closure; a reference to one can.
private final class Box<Value: Sendable>: Sendable {
  let value = Mutex<Value?>(nil)
}

private final class Shelf<Row: Equatable & Sendable, Header: Equatable & Sendable>: Sendable {
  private let kept: Mutex<RowList<Row, Header>.Contents>

  init(_ contents: RowList<Row, Header>.Contents) { kept = Mutex(contents) }

  var contents: RowList<Row, Header>.Contents { kept.withLock { $0 } }

  /// Edits a copy, because an edit is foreign to the lock, until nobody else was faster. Whether it changed anything.
  func edit(_ edit: (inout RowList<Row, Header>.Contents) throws -> Void) throws -> Bool {
    while true {
      let before = contents
      var after = before
      try edit(&after)
      after.revision = before.revision
      if after == before { return false }
      after.revision += 1
      let new = after
      let isDone = kept.withLock { kept in
        guard kept.revision == before.revision else { return false }
        kept = new
        return true
      }
      if isDone { return true }
    }
  }
}
