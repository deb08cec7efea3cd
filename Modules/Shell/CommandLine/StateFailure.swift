import Database
import ItemMarks

/// State could not be written, or not be read.
struct StateFailure: Error {
  var cause: DatabaseError
  /// The state that was to be read: "bookmarks"; nil where it was to be written.
  var reading: String?
}

/// Does something that fails with a `StateFailure` where this state cannot be read.
/// - Parameter state: what is read: "bookmarks"; nil where none is.
func readingState<Value>(_ state: String?, _ work: () async throws -> Value) async throws -> Value {
  do { return try await work() } catch let error as DatabaseError {
    guard let state else { throw error }
    throw StateFailure(cause: error, reading: state)
  }
}

/// Fails where it cannot be read what was read: a list has no marks then, and everything would be unread.
func checkFlags(_ marks: ItemMarks<some Hashable & Sendable>) async throws {
  _ = try await readingState("read marks") { try await marks.marks([]) }
}
