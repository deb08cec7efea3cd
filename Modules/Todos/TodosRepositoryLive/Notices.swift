import Synchronization
import TodosRepository

/// Tells any number of readers what is told, each once.
final class Notices: Sendable {
  private struct Box {
    var readers: [Int: AsyncStream<TodoNotice>.Continuation] = [:]
    var nextID = 0
  }

  private let box = Mutex(Box())

  deinit {
    for reader in box.withLock({ $0.readers.values }) { reader.finish() }
  }

  /// Outside the lock: a yield may run whatever the reader does next.
  func send(_ notices: [TodoNotice]) {
    for reader in box.withLock({ $0.readers.values }) {
      for notice in notices { reader.yield(notice) }
    }
  }

  func stream() -> AsyncStream<TodoNotice> {
    let (stream, continuation) = AsyncStream.makeStream(of: TodoNotice.self)
    let id = box.withLock { box in
      defer { box.nextID += 1 }
      box.readers[box.nextID] = continuation
      return box.nextID
    }
    continuation.onTermination = { [weak self] _ in self?.forget(id) }
    return stream
  }

  /// What is taken out is let go of after the lock: it may be the last that holds it.
  private func forget(_ id: Int) {
    _ = box.withLock { $0.readers.removeValue(forKey: id) }
  }
}
