import Synchronization
import TodoDomain
import TodosRepository

/// Looks at what is shown, between the steps of a walk and in the middle of its requests, and notes what goes back.
final class Witness: Sendable {
  /// What only this machine changes of a to-do: it is shown as it was made here, from then on.
  struct Own: Equatable {
    var title: String?
    var isCompleted: Bool?
  }

  private struct Box {
    var own: [Todo.ID: Own] = [:]
    var deleted: Set<Todo.ID> = []
    /// The newest title that others gave, as it was shown.
    var theirs: [Todo.ID: Int] = [:]
    var complaints: [String] = []
  }

  private let reader: TodosRepository
  private let box = Mutex(Box())

  init(_ machine: Machine) { reader = machine.satchel() }

  /// What was seen to go back.
  var complaints: [String] { box.withLock { $0.complaints } }

  /// From now on this is what is to be shown.
  func expect(_ own: [Todo.ID: Own], deleted: Set<Todo.ID>) {
    box.withLock { ($0.own, $0.deleted) = (own, deleted) }
  }

  /// - Parameter moment: what happens just now.
  func look(_ moment: String) async throws {
    let items = try await reader.items()
    box.withLock { box in
      let shown = Dictionary(items.map { ($0.id, $0) }) { first, _ in first }
      for (id, own) in box.own {
        let todo = shown[id]?.todo
        let seen = Own(
          title: own.title.flatMap { _ in todo?.title }, isCompleted: own.isCompleted.flatMap { _ in todo?.isCompleted }
        )
        if seen != own { box.complaints.append("\(moment): \(id) is \(seen), and was \(own)") }
      }
      for item in items {
        // What the server refuses to delete is shown, and marked.
        if item.refusal == nil, box.deleted.contains(item.id) {
          box.complaints.append("\(moment): \(item.id) is there again")
        }
        guard item.todo.title.hasPrefix("theirs "), let number = Int(item.todo.title.dropFirst(7)) else { continue }
        if number < box.theirs[item.id] ?? 0 { box.complaints.append("\(moment): \(item.id) is \(number) again") }
        box.theirs[item.id] = number
      }
    }
  }
}
