import ChangeNotifier
import NetworkClient
import Outbox
import Synchronization
import TodosRepository

/// What the last delivery from here was kept from.
final class Obstacle: Sendable {
  private let box = Mutex<TodoObstacle?>(nil)
  private let notifier = ChangeNotifier()

  var value: TodoObstacle? { box.withLock { $0 } }

  func set(_ new: TodoObstacle?) {
    let old = box.withLock { value in
      defer { value = new }
      return value
    }
    if new != old { notifier.send() }
  }

  func changes() -> AsyncStream<Void> { notifier.stream() }
}

extension TodoObstacle {
  /// Nil for a server that is not there, which whoever looks at its list sees.
  init?(_ failure: (any Error)?) {
    switch failure {
    case is OutboxBusy: self = .busy
    case NetworkClient.Error.unreachable?: return nil
    case let answer as NetworkClient.Error: self = .answer(answer)
    default: return nil
    }
  }
}
