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
