public import Essentials
public import Outbox
public import TodoDomain

extension TodosStore.Contents {
  /// Stores a to-do as it is after an edit was delivered, and records the parts that differ from the server's list. If
  /// another to-do has the same identity, this one is identified by the server's id.
  public mutating func put(_ todo: Todo, at date: Date) {
    var todo = todo
    if let serverID = todo.serverID, rows.contains(where: { $0.id == todo.id && $0.serverID != serverID }) {
      todo.id = .server(serverID)
    }
    guard let index = rows.firstIndex(where: { $0.serverID == todo.serverID }) else {
      rows.append(todo)
      return remember([.presence], of: todo.serverID, at: date)
    }
    var parts: [DeliveredPart.Part] = []
    if rows[index].title != todo.title { parts.append(.title) }
    if rows[index].isCompleted != todo.isCompleted { parts.append(.completion) }
    rows[index] = todo
    remember(parts, of: todo.serverID, at: date)
  }

  /// Removes a to-do whose deletion was delivered, and records that; does nothing if there is none.
  public mutating func remove(_ serverID: String, at date: Date) {
    guard let index = rows.firstIndex(where: { $0.serverID == serverID }) else { return }
    rows.remove(at: index)
    remember([.presence], of: serverID, at: date)
  }

  /// Records delivered parts, and forgets the validator, because the server's list had been sent without them.
  private mutating func remember(_ parts: [DeliveredPart.Part], of serverID: String?, at date: Date) {
    if parts.isEmpty { return }
    header.validator = nil
    guard let serverID else { return }
    header.delivered.removeAll { $0.serverID == serverID && parts.contains($0.part) }
    header.delivered += parts.map {
      DeliveredPart(serverID: serverID, part: $0, revision: revision, date: date)
    }
  }
}
