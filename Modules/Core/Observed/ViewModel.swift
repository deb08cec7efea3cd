/// What a screen shows and what may be done to it.
public struct ViewModel<State: Sendable, Action: Sendable>: Sendable {
  /// What is shown now.
  public var state: @Sendable () -> State
  /// When that may be another.
  public var changes: ChangeSignal
  /// Does one thing. What changes at once has changed when this returns, so that keys take effect in their order; what
  /// takes longer is the task that it returns, nil where there is nothing to wait for.
  public var send: @Sendable (_ action: Action) -> Task<Void, Never>?

  public init(
    state: @escaping @Sendable () -> State, changes: ChangeSignal,
    send: @escaping @Sendable (_ action: Action) -> Task<Void, Never>?
  ) {
    self.state = state
    self.changes = changes
    self.send = send
  }

  /// Shows a value that `send` changes.
  public init(_ observed: Observed<State>, send: @escaping @Sendable (_ action: Action) -> Task<Void, Never>?) {
    self.init(state: { observed.value }, changes: observed.changes, send: send)
  }

  /// Waits until the state meets a condition, or the task is cancelled.
  public func wait(until isMet: @Sendable (State) -> Bool) async { await changes.wait { isMet(state()) } }
}

extension ViewModel {
  /// Shows one state for ever.
  public static func stub(_ state: State) -> Self {
    Self(state: { state }, changes: .none, send: { _ in nil })
  }
}

extension Task<Void, Never>? {
  /// Waits until what was begun is over; at once where nothing was.
  public var value: Void {
    get async { await self?.value }
  }
}
