import CachedResource
import Essentials
import Outbox
import TodoDomain
import TodosStore

extension TodosStore.Contents {
  /// Stores the server's answer to a request for its list. Edits delivered since that request are newer and stay as
  /// they are. Shortly after an edit, the list may also lack an added to-do or still have a deleted one.
  /// - Parameter known: The contents at the time of the request.
  /// - Returns: Whether it was stored. It is not if another list, which may be newer, was stored meanwhile.
  mutating func store(
    _ answer: Revalidation<Page<Todo>>, requestedWith known: Self, at date: Date, settling: Duration
  ) -> Bool {
    guard header.listRevision == known.header.listRevision else { return false }
    // Requests from now on come after all deliveries so far, so their lists can only miss those that are still
    // settling.
    let isSettling = { (delivered: DeliveredPart) -> Bool in
      let age = date.timeIntervalSince(delivered.date)
      return delivered.part == .presence && age >= 0 && age < settling / .seconds(1)
    }
    let settling = header.delivered.filter(isSettling)
    header.listRevision = revision
    header.fetchedAt = date
    guard case .changed(let page, let validator) = answer else {
      header.delivered = settling
      return true
    }
    let newer = Set(header.delivered).subtracting(known.header.delivered).union(settling)
    let differing = store(page.items.identified(as: rows), with: newer)
    // A list with unreadable elements is requested in full, and they are reported, each time.
    header.validator = differing.isEmpty && page.unreadable == 0 ? validator : nil
    header.delivered = settling.filter { differing.contains($0.serverID) }
    return true
  }

  /// Stores a list with newer delivered parts applied.
  /// - Returns: The server's ids of the to-dos that differ from the list.
  private mutating func store(_ listed: [Todo], with newer: Set<DeliveredPart>) -> Set<String> {
    let parts = Dictionary(grouping: newer, by: \.serverID).mapValues { Set($0.map(\.part)) }
    if parts.isEmpty {
      rows = listed
      return []
    }
    func newParts(of todo: Todo) -> Set<DeliveredPart.Part> { todo.serverID.flatMap { parts[$0] } ?? [] }
    let known = rows.filter { !newParts(of: $0).isEmpty }
    var cached: [String: Todo] = [:]
    for todo in known { if let serverID = todo.serverID { cached[serverID] = todo } }

    var differing: Set<String> = []
    rows = listed.compactMap { todo in
      guard let serverID = todo.serverID, let parts = parts[serverID] else { return todo }
      var result: Todo? = todo
      if let cached = cached[serverID] {
        if parts.contains(.title) { result?.title = cached.title }
        if parts.contains(.completion) { result?.isCompleted = cached.isCompleted }
      } else if parts.contains(.presence) {
        result = nil
      }
      if result != todo { differing.insert(serverID) }
      return result
    }
    let ids = Set(listed.map(\.id))
    let unlisted = known.filter { newParts(of: $0).contains(.presence) && !ids.contains($0.id) }
    rows += unlisted
    return differing.union(unlisted.compactMap(\.serverID))
  }
}
