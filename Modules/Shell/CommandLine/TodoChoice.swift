import Essentials
import Feed
import ItemsLoader
import TextLayout
import TodoDomain
import TodosRepository

/// Why it is not known which to-do is meant.
enum TodoChoice: Error {
  /// No ID begins like this.
  case none(String)
  /// Several do.
  case several(String, [TodoItem])
}

extension TodosRepository {
  /// The to-do whose ID, the server's or the one that it was made with, begins like this; the server is asked where none
  /// that is known does.
  /// - Throws: `TodoChoice`.
  func id(beginning text: String) async throws -> Todo.ID {
    do {
      return try await kept(beginning: text)
    } catch TodoChoice.none {
      for try await _ in feed(.all).pages() {}
      return try await kept(beginning: text)
    }
  }

  private func kept(beginning text: String) async throws -> Todo.ID {
    let items = try await feed(.all).list.window(ListQuery(), .row(0), 0, .max).items
    func names(_ item: TodoItem) -> [String] { [item.todo.serverID, item.todo.tempID].compactMap { $0 } }
    if let exact = items.first(where: { names($0).contains(text) }) { return exact.id }
    let small = text.lowercased()
    let matches = items.filter { names($0).contains { $0.hasPrefix(text) } }
    // UUIDs are the same in small letters.
    let found =
      matches.isEmpty ? items.filter { $0.todo.tempID?.lowercased().hasPrefix(small) ?? false } : matches
    guard let first = found.first else { throw TodoChoice.none(text) }
    guard found.count == 1 else { throw TodoChoice.several(text, found) }
    return first.id
  }
}

extension Report {
  /// Says why nothing was done with a to-do.
  func failure(_ choice: TodoChoice) -> Invocation.ExitStatus {
    switch choice {
    case .none(let text):
      error("there is no to-do \(text) at \(server.absoluteString). List them with: satchel todos")
      return .noSuchItem
    case .several(let text, let items):
      let titles = items.prefix(3).map { TextLayout.line($0.todo.title) }.joined(separator: ", ")
      error("\(text) begins the IDs of \(items.count) to-dos (\(titles)\(items.count > 3 ? ", …" : "")).")
      return .usage
    }
  }
}
