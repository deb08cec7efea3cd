import Observed

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
