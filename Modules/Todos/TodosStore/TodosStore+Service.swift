import CachedResource
public import Essentials
public import Outbox
import TodoDomain
public import TodosService

extension TodosStore {
  /// Returns the stored list as a service. It records the changes made since the server sent its list.
  public func source(now: @escaping @Sendable () -> Date) -> TodosService {
    @Sendable func one(_ serverID: String) async throws -> Todo {
      let rows = try await read().rows
      return rows[try rows.place(of: serverID)]
    }
    return TodosService(
      all: { validator in
        let cached = try await read()
        if let validator, validator == cached.header.validator { return .unchanged }
        return .changed(cached.rows, validator: cached.header.validator)
      },
      one: one,
      add: { todo in
        let date = now()
        return try await update { $0.put(todo, at: date) }
      },
      update: { serverID, change in
        while true {
          let present = try await one(serverID)
          let wanted = try await change(present)
          let date = now()
          let made = try await update { contents -> Todo? in
            guard contents.rows[try contents.rows.place(of: serverID)] == present else { return nil }
            return contents.put(wanted, at: date)
          }
          if let made { return made }
        }
      },
      delete: { serverID in
        let date = now()
        try await update { contents in
          contents.rows.remove(at: try contents.rows.place(of: serverID))
          contents.remember([.presence], of: serverID, at: date)
        }
      })
  }
}

extension TodosStore.Contents {
  /// Stores a to-do. If another to-do has the same identity, this one is identified by the server's id.
  fileprivate mutating func put(_ todo: Todo, at date: Date) -> Todo {
    var todo = todo
    if let serverID = todo.serverID, rows.contains(where: { $0.id == todo.id && $0.serverID != serverID }) {
      todo.id = .server(serverID)
    }
    guard let place = rows.firstIndex(where: { $0.serverID == todo.serverID }) else {
      rows.append(todo)
      remember([.presence], of: todo.serverID, at: date)
      return todo
    }
    var parts: [DeliveredPart.Part] = []
    if rows[place].title != todo.title { parts.append(.title) }
    if rows[place].isCompleted != todo.isCompleted { parts.append(.completion) }
    rows[place] = todo
    remember(parts, of: todo.serverID, at: date)
    return todo
  }

  /// Records delivered parts, and forgets the validator, because the server's list had been sent without them.
  fileprivate mutating func remember(_ parts: [DeliveredPart.Part], of serverID: String?, at date: Date) {
    if parts.isEmpty { return }
    header.validator = nil
    guard let serverID else { return }
    header.delivered.removeAll { $0.serverID == serverID && parts.contains($0.part) }
    header.delivered += parts.map {
      DeliveredPart(serverID: serverID, part: $0, revision: revision, date: date)
    }
  }
}

extension [Todo] {
  fileprivate func place(of serverID: String) throws -> Int {
    guard let place = firstIndex(where: { $0.serverID == serverID }) else { throw TodosService.Missing() }
    return place
  }
}
