import Observed

/// A queue of commands that run one after the other, in the order in which they were added. Several screens may share a
/// queue.
public final class CommandQueue: Sendable {
  /// A stream that ends with the last command added.
  private let last = Observed<AsyncStream<Never>?>(nil)

  public init() {}

  /// Waits until all commands added so far are done.
  public func finish() async { await add {}.value }

  /// Adds a command, which runs when all earlier ones are done.
  @discardableResult
  public func add(_ work: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
    let (end, ending) = AsyncStream.makeStream(of: Never.self)
    let before = last.replace(with: end)
    return Task {
      if let before { for await _ in before {} }
      await work()
      ending.finish()
    }
  }
}

/// The undo values of changes; the last change is undone first.
public struct UndoStack<Undo: Sendable>: Sendable {
  private let done = Observed<[Undo]>([])

  /// The number of undo values that are remembered; older ones are dropped.
  private static var most: Int { 100 }

  public init() {}

  /// Adds the undo value of a change that was just made.
  public func push(_ undo: Undo) {
    done.update { $0 = ($0 + [undo]).suffix(Self.most) }
  }

  /// Transforms all undo values, for example when a changed item gets another identity.
  public func map(_ change: @Sendable (_ undo: Undo) -> Undo) { done.update { $0 = $0.map(change) } }

  /// Removes the undo value of the last change and runs `work` with it. If that throws, the value goes back on the
  /// stack, so that it can be tried again.
  /// - Returns: The result of `work`; nil if the stack is empty.
  /// - Throws: The error of `work`.
  public func undoLast<Value>(_ work: (_ undo: Undo) async throws -> Value) async rethrows -> Value? {
    guard let last = done.update({ $0.popLast() }) else { return nil }
    do {
      return try await work(last)
    } catch {
      done.update { $0.append(last) }
      throw error
    }
  }
}

/// Tasks that run beside the screens until they are done, or until the program ends.
public final class BackgroundTasks: Sendable {
  private struct Running {
    var tasks: [Int: Task<Void, Never>] = [:]
    var count = 0
  }

  private let running = Observed(Running())

  public init() {}

  /// Starts a task.
  public func add(_ work: @escaping @Sendable () async -> Void) {
    running.update { running in
      running.count += 1
      let number = running.count
      running.tasks[number] = Task {
        await work()
        self.running.update { $0.tasks[number] = nil }
      }
    }
  }

  /// Cancels all tasks, and waits until they have ended.
  public func cancel() async {
    let tasks = running.value.tasks.values
    for task in tasks { task.cancel() }
    for task in tasks { await task.value }
  }
}
