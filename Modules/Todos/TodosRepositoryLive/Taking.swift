import CachedResource
import Essentials
import TodoDomain
import TodosStore
import TransactionalRows

extension TodosStore.Contents {
  /// Takes over what the server has answered about its list. What was delivered since it was asked is newer, and stays;
  /// and for a moment a list may be without what was added before it, and with what was deleted.
  /// - Parameter asked: what was kept when the server was asked.
  /// - Returns: Whether it was taken over: not where another list was since, which may be newer.
  mutating func take(_ answer: Revalidation<[Todo]>, asked: Self, at date: Date, settling: Duration) -> Bool {
    guard header.listRevision == asked.header.listRevision else { return false }
    // Whoever asks from now on asks after all that was delivered: then only what has yet to settle can be missed.
    let isSettling = { (delivered: DeliveredPart) -> Bool in
      let age = date.timeIntervalSince(delivered.date)
      return delivered.part == .presence && age >= 0 && age < settling / .seconds(1)
    }
    let settling = header.delivered.filter(isSettling)
    (header.listRevision, header.fetchedAt) = (revision, date)
    guard case .changed(let todos, let validator) = answer else {
      header.delivered = settling
      return true
    }
    let newer = Set(header.delivered).subtracting(asked.header.delivered).union(settling)
    let isContradicted = lay(over: todos.identified(as: rows), newer)
    header.validator = isContradicted.isEmpty ? validator : nil
    header.delivered = settling.filter { isContradicted.contains($0.serverID) }
    return true
  }

  /// Lists these, with what was delivered since laid over them.
  /// - Returns: The server's ids of those that differ.
  private mutating func lay(over listed: [Todo], _ newer: Set<DeliveredPart>) -> Set<String> {
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
      var laid: Todo? = todo
      if let cached = cached[serverID] {
        if parts.contains(.title) { laid?.title = cached.title }
        if parts.contains(.completion) { laid?.isCompleted = cached.isCompleted }
      } else if parts.contains(.presence) {
        laid = nil
      }
      if laid != todo { differing.insert(serverID) }
      return laid
    }
    let ids = Set(listed.map(\.id))
    let unlisted = known.filter { newParts(of: $0).contains(.presence) && !ids.contains($0.id) }
    rows += unlisted
    return differing.union(unlisted.compactMap(\.serverID))
  }
}
