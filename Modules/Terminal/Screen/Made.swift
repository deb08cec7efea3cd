import Observed

extension Screen {
  /// Returns a screen that is created on first use, so that a screen that is never opened costs nothing.
  public static func made(_ make: @escaping @Sendable () -> Screen) -> Self {
    let screen = Lazy(make)
    return following({ screen.value }, changes: .later(screen.changes) { screen.made?.changes })
  }
}

extension ChangeSignal {
  /// Returns the change signal of something created later.
  /// - Parameters:
  ///   - arrival: Fires when it may have been created.
  ///   - changes: Its change signal; nil until it has been created.
  fileprivate static func later(_ arrival: ChangeSignal, _ changes: @escaping @Sendable () -> ChangeSignal?) -> Self {
    Self { notify in
      let following = Observed<(isOver: Bool, stop: (@Sendable () -> Void)?)>((false, nil))
      @Sendable func follow() {
        guard following.value.stop == nil, let stop = changes()?.watch(notify) else { return }
        let isWanted = following.update { following in
          guard !following.isOver, following.stop == nil else { return false }
          following.stop = stop
          return true
        }
        if !isWanted { stop() }
      }
      let stopWaiting = arrival.watch(follow)
      follow()
      return {
        stopWaiting()
        following.replace(with: (true, nil)).stop?()
      }
    }
  }
}
