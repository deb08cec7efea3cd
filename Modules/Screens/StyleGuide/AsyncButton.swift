public import Observed

/// A button that starts something that takes time.
public struct AsyncButtonState: Equatable, Sendable {
  /// How far a press has come.
  public enum Phase: Equatable, Sendable {
    /// It can be pressed.
    case ready
    /// It works, and may be done before anybody wonders.
    case working
    /// It has worked for longer than the grace period; the number grows while it does, and turns the spinner.
    case busy(Int)
  }

  /// What it does when pressed: "Load".
  public var title: String
  /// What it does while it works: "Loading".
  public var doing: String
  /// How far a press has come.
  public var phase: Phase

  public init(title: String, doing: String, phase: Phase = .ready) {
    self.title = title
    self.doing = doing
    self.phase = phase
  }

  mutating func begin() -> Bool {
    guard phase == .ready else { return false }
    phase = .working
    return true
  }

  /// What it does and how, in words.
  public var spoken: String {
    switch phase {
    case .ready: "Enter to \(title.lowercased())."
    case .working, .busy: "\(doing)…"
    }
  }
}

/// What can be done with a button.
public enum AsyncButtonAction: Equatable, Sendable {
  /// It was pressed.
  case pressed
}

/// A button's state and its press.
public typealias AsyncButtonViewModel = ViewModel<AsyncButtonState, AsyncButtonAction>

extension AsyncButtonViewModel {
  /// Does `work` once at a time, however often it is pressed.
  /// - `grace`: how long it works before it is said to be busy.
  /// - `debounce`: presses that follow a counted one this closely are part of it.
  public static func live<C: Clock<Duration>>(
    title: String, doing: String, clock: C, grace: Duration = .seconds(1), debounce: Duration = .milliseconds(300),
    work: @escaping @Sendable () async -> Void
  ) -> Self {
    let box = Observed((button: AsyncButtonState(title: title, doing: doing), lastPress: C.Instant?.none))
    let send: @Sendable (AsyncButtonAction) -> Task<Void, Never>? = { _ in
      let now = clock.now
      let isCounted = box.update { box in
        if let last = box.lastPress, last.duration(to: now) < debounce { return false }
        guard box.button.begin() else { return false }
        box.lastPress = now
        return true
      }
      guard isCounted else { return nil }
      return Task {
        let spinning = Task {
          try await spin(clock, after: grace) { tick in
            box.update { if $0.button.phase != .ready { $0.button.phase = .busy(tick) } }
          }
        }
        await work()
        spinning.cancel()
        box.update { $0.button.phase = .ready }
      }
    }
    return Self(state: { box.value.button }, changes: box.changes, send: send)
  }
}
