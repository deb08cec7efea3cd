import CachedResource
import PagedList
import Synchronization

/// A server that lists notes page by page, with an ETag for each page. It can fail, lead in circles or invent pages.
final class ListServer: Sendable {
  struct State {
    var notes: [Note] = []
    var pageSize = 3
    var isDown = false
    /// The page whose link leads back to an earlier one.
    var circle: (page: Int, target: Int)?
    var tellsCount = false
    /// The number of unreadable elements, by page.
    var unreadable: [Int: Int] = [:]
    var asked: [(page: Int, validator: String?)] = []
    var unchanged = 0
  }

  struct ServerDown: Error {}

  let state: Mutex<State>

  init(_ notes: [Note] = [], pageSize: Int = 3) { state = Mutex(State(notes: notes, pageSize: pageSize)) }

  convenience init(count: Int, pageSize: Int = 3) {
    self.init((0..<count).map { Note(id: $0, text: "note \($0)") }, pageSize: pageSize)
  }

  var notes: [Note] { state.withLock { $0.notes } }

  func change(_ work: @Sendable (inout State) -> Void) { state.withLock { work(&$0) } }

  /// Returns the requests since the last call.
  func asked() -> [(page: Int, validator: String?)] {
    state.withLock { state in
      defer { state.asked = [] }
      return state.asked
    }
  }

  var remote: @Sendable (_ after: Cursor?, _ validator: String?) async throws -> Revalidation<Page<Note>> {
    { cursor, validator in try self.answer(cursor, validator) }
  }

  func answer(_ cursor: Cursor?, _ validator: String?) throws -> Revalidation<Page<Note>> {
    try state.withLock { state in
      let number = cursor.flatMap { Int($0.text) } ?? 0
      state.asked.append((number, validator))
      if state.isDown { throw ServerDown() }
      let start = min(number * state.pageSize, state.notes.count)
      let notes = Array(state.notes[start..<min(start + state.pageSize, state.notes.count)])
      let last = max(0, (state.notes.count - 1) / state.pageSize)
      var next = number < last ? Cursor("\(number + 1)") : nil
      if let circle = state.circle, circle.page == number { next = Cursor("\(circle.target)") }
      let etag = notes.map { "\($0.id):\($0.text)" }.joined(separator: ",") + "→" + (next?.text ?? "")
      if validator == etag {
        state.unchanged += 1
        return .unchanged
      }
      let ahead = CursorSeries(prefix: "", first: number + 1, suffix: "", step: 1, last: last)
      let unreadable = state.unreadable[number] ?? 0
      return .changed(
        Page(notes, next: next, ahead: state.tellsCount ? ahead : nil, unreadable: unreadable), validator: etag)
    }
  }
}
