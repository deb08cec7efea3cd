// Commands run one after the other, and a stack of what can be undone.

import Observed

/// Commands, done one after the other in the order in which they were given. Several screens may share a queue.
public final class CommandQueue: Sendable {
  /// Ends with the last command that was given.
  private let last = Observed<AsyncStream<Never>?>(nil)

  public init() {}

  /// Waits until all that was given so far is done.
  public func finish() async { await add {}.value }

  /// Does what is given as soon as all that was given before is done.
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
