import Observed

extension Screen {
  /// Returns a screen that is created on first use, so that a screen that is never opened costs nothing.
  public static func made(_ make: @escaping @Sendable () -> Screen) -> Self {
    let changes = ChangeSource()
    let screen = Lazy {
      let screen = make()
      _ = screen.changes.watch { changes.send() }
      return screen
    }
    return following({ screen.value }, changes: changes.signal)
  }
}
