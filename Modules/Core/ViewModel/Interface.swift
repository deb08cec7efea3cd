public import Observed

/// What a screen shows and what may be done to it.
public struct ViewModel<State: Sendable, Action: Sendable>: Sendable {
  /// What is shown now.
  public var state: @Sendable () -> State
  /// What is shown now and from now on.
  public var states: @Sendable () -> AsyncStream<State>
  /// Does one thing. What changes at once has changed when this returns, so that keys take effect in their order; what
  /// takes longer is the task that it returns.
  public var send: @Sendable (_ action: Action) -> Task<Void, Never>

  public init(
    state: @escaping @Sendable () -> State,
    states: @escaping @Sendable () -> AsyncStream<State>,
    send: @escaping @Sendable (_ action: Action) -> Task<Void, Never>
  ) {
    self.state = state
    self.states = states
    self.send = send
  }

  /// Shows a value that `send` changes.
  public init(_ observed: Observed<State>, send: @escaping @Sendable (_ action: Action) -> Task<Void, Never>) {
    self.init(state: { observed.value }, states: { observed.values() }, send: send)
  }
}

extension ViewModel {
  /// Shows one state for ever.
  public static func stub(_ state: State) -> Self {
    Self(state: { state }, states: { AsyncStream { $0.yield(state) } }, send: { _ in Task {} })
  }
}
