import Synchronization
import TodoDomain
import TodosRepository

/// An observer that reads the shown to-dos between and during the steps of a walk, and records older values.
final class ConsistencyObserver: Sendable {
  /// The values of a to-do that are changed only here. They must be shown from the moment of the change.
  struct LocalValues: Equatable {
    var title: String?
    var isCompleted: Bool?
  }

  private struct Box {
    var own: [Todo.ID: LocalValues] = [:]
    var deleted: Set<Todo.ID> = []
    /// The number of the newest title by others that was shown.
    var theirs: [Todo.ID: Int] = [:]
    var violations: [String] = []
  }

  private let reader: TodosRepository
  private let box = Mutex(Box())

  init(_ scenario: TodosScenario) { reader = scenario.repository() }

  /// The older values that were seen.
  var violations: [String] { box.withLock { $0.violations } }

  /// Sets the values that must be shown from now on.
  func expect(_ own: [Todo.ID: LocalValues], deleted: Set<Todo.ID>) {
    box.withLock {
      $0.own = own
      $0.deleted = deleted
    }
  }

  /// - Parameter moment: A description of the current step.
  func check(_ moment: String) async throws {
    let items = try await reader.items()
    box.withLock { box in
      let shown = Dictionary(items.map { ($0.id, $0) }) { first, _ in first }
      for (id, own) in box.own {
        let todo = shown[id]?.todo
        let seen = LocalValues(
          title: own.title.flatMap { _ in todo?.title }, isCompleted: own.isCompleted.flatMap { _ in todo?.isCompleted }
        )
        if seen != own { box.violations.append("\(moment): \(id) is \(seen), and was \(own)") }
      }
      for item in items {
        // A to-do whose deletion was refused is shown again, with the refusal.
        if item.refusal == nil, box.deleted.contains(item.id) {
          box.violations.append("\(moment): \(item.id) is there again")
        }
        guard item.todo.title.hasPrefix("theirs "), let number = Int(item.todo.title.dropFirst(7)) else { continue }
        if number < box.theirs[item.id] ?? 0 { box.violations.append("\(moment): \(item.id) is \(number) again") }
        box.theirs[item.id] = number
      }
    }
  }
}
