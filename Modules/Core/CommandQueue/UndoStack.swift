import Observed

/// What takes changes back: the last change first.
public struct UndoStack<Undo: Sendable>: Sendable {
  private let done = Observed<[Undo]>([])

  /// As many as anybody takes back.
  private static var most: Int { 100 }

  public init() {}

  /// Remembers what takes a change back that was just made.
  public func push(_ undo: Undo) {
    done.update { $0 = ($0 + [undo]).suffix(Self.most) }
  }

  /// Changes what takes changes back, where what they were about is called something else by now.
  public func map(_ change: @Sendable (_ undo: Undo) -> Undo) { done.update { $0 = $0.map(change) } }

  /// Takes the last change back that was not. Where that fails, it can be tried again.
  /// - Returns: what the work returns; nil where there is nothing to take back.
  /// - Throws: what the work throws.
  public func takeBack<Value>(_ work: (_ undo: Undo) async throws -> Value) async rethrows -> Value? {
    guard let last = done.update({ $0.popLast() }) else { return nil }
    do {
      return try await work(last)
    } catch {
      done.update { $0.append(last) }
      throw error
    }
  }
}
