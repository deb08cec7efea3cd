import Observed
public import RowList
public import Testing

/// Checks that a list is read and changed as one: what everything that keeps one owes its users.
/// - `list`: an empty one.
/// - `rows`: three different rows.
/// - `header`: another header than that of the empty list.
public func checkRowList<Row, Header>(
  _ list: RowList<Row, Header>, rows: [Row], header: Header, sourceLocation: SourceLocation = #_sourceLocation
) async throws {
  func expect(_ isTrue: Bool, _ promise: Comment) { #expect(isTrue, promise, sourceLocation: sourceLocation) }
  let empty = try await list.read()
  expect(empty.rows.isEmpty, "an empty list has no rows")

  var told = list.changes.stream().makeAsyncIterator()
  try await list.edit { ($0.rows, $0.header) = (rows, header) }
  expect(await told.next() != nil, "a change is told")
  let full = try await list.read()
  expect(full.rows == rows && full.header == header, "what is put into it is there, in order")
  expect(full.revision != empty.revision, "another state has another number")

  try await list.edit { $0.rows.swapAt(0, 2) }
  expect(try await list.read().rows == [rows[2], rows[1], rows[0]], "rows change places")
  try await list.edit { $0.rows.remove(at: 1) }
  expect(try await list.read().rows == [rows[2], rows[0]], "a row in the middle goes")
  try await list.edit { $0.header = empty.header }
  expect(try await list.read().header == empty.header, "the header changes alone")

  let before = try await list.read()
  try await list.edit { $0.revision = 99 }
  expect(try await list.read() == before, "a change of nothing is none")
  await #expect(throws: Refused.self, "the closure's error comes out", sourceLocation: sourceLocation) {
    try await list.edit { contents in
      contents.rows = []
      throw Refused()
    }
  }
  expect(try await list.read() == before, "of a change that fails nothing is kept")
  let count = try await list.update { contents in
    contents.rows.append(rows[1])
    return contents.rows.count
  }
  expect(count == 3, "a change may return something")

  try await list.edit { $0.rows = [] }
  try await withThrowingTaskGroup(of: Void.self) { group in
    for _ in 0..<20 { group.addTask { try await list.edit { $0.rows.append(rows[$0.rows.count % 3]) } } }
    try await group.waitForAll()
  }
  expect(try await list.read().rows == (0..<20).map { rows[$0 % 3] }, "of changes at the same time none is lost")

  await #expect(throws: CancellationError.self, "a cancelled change", sourceLocation: sourceLocation) {
    try await Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await list.edit { $0.rows = [] }
    }.value
  }
  expect(try await list.read().rows.count == 20, "is not made")
}

private struct Refused: Error {}
