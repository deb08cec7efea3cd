/// The state of a screen and its actions.
public struct ViewModel<State: Sendable, Action: Sendable>: Sendable {
  /// Returns the current state.
  public var state: @Sendable () -> State
  /// Signals that the state may have changed.
  public var changes: ChangeSignal
  /// Performs an action. Immediate changes are made when this returns, so that keys take effect in their order. Longer
  /// work is the returned task; nil if there is none.
  public var send: @Sendable (_ action: Action) -> Task<Void, Never>?

  public init(
    state: @escaping @Sendable () -> State, changes: ChangeSignal,
    send: @escaping @Sendable (_ action: Action) -> Task<Void, Never>?
  ) {
    self.state = state
    self.changes = changes
    self.send = send
  }

  /// Creates a view model whose state is an observed value, which `send` changes.
  public init(_ observed: Observed<State>, send: @escaping @Sendable (_ action: Action) -> Task<Void, Never>?) {
    self.init(state: { observed.value }, changes: observed.changes, send: send)
  }

  /// Waits until the state meets a condition, or the task is cancelled.
  public func wait(until isMet: @Sendable (State) -> Bool) async { await changes.wait { isMet(state()) } }
}

extension ViewModel {
  /// Returns a view model whose state never changes.
  public static func stub(_ state: State) -> Self {
    Self(state: { state }, changes: .none, send: { _ in nil })
  }
}

extension Task<Void, Never>? {
  /// Waits until the task has ended; returns immediately if there is none.
  public var value: Void {
    get async { await self?.value }
  }
}
