import ItemsLoader
public import RowList
import TodoDomain
public import TodosSource

extension TodosStore {
  /// What is kept, as a source like the server.
  public var source: TodosSource {
    TodosSource(
      all: { validator in
        let kept = try await read()
        if let validator, validator == kept.header.validator { return .unchanged }
        return .changed(kept.rows, validator: kept.header.validator)
      },
      one: { serverID in
        let rows = try await read().rows
        return rows[try rows.place(of: serverID)]
      },
      add: { todo in try await change { $0.add(todo) } },
      update: { serverID, change in
        while true {
          let present = try await self.source.one(serverID)
          let wanted = try await change(present)
          let isMade = try await self.change { rows in
            let place = try rows.place(of: serverID)
            guard rows[place] == present else { return false }
            rows[place] = wanted
            return true
          }
          if isMade { return wanted }
        }
      },
      delete: { serverID in _ = try await change { rows in rows.remove(at: try rows.place(of: serverID)) } })
  }

  /// Changes the rows. The server's mark is of a list without that.
  private func change<Value: Sendable>(
    _ work: @escaping @Sendable (inout [Todo]) throws -> Value
  ) async throws -> Value {
    try await update { contents in
      let before = contents.rows
      let value = try work(&contents.rows)
      if contents.rows != before { contents.header.validator = nil }
      return value
    }
  }
}

extension [Todo] {
  fileprivate func place(of serverID: String) throws -> Int {
    guard let place = firstIndex(where: { $0.serverID == serverID }) else { throw TodosSource.Missing() }
    return place
  }

  /// Each has an identity of its own: one whose identity another has is named by its id.
  fileprivate mutating func add(_ todo: Todo) -> Todo {
    var todo = todo
    if let serverID = todo.serverID, contains(where: { $0.id == todo.id && $0.serverID != serverID }) {
      todo.id = .server(serverID)
    }
    if let place = firstIndex(where: { $0.serverID == todo.serverID }) {
      self[place] = todo
    } else {
      append(todo)
    }
    return todo
  }
}
