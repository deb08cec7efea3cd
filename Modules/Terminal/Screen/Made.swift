import Observed

extension Screen {
  /// A screen that is made when it is first shown: one that nobody looks at costs nothing.
  public static func made(_ make: @escaping @Sendable () -> Screen) -> Self {
    let screen = Lazy(make)
    var late = Self(
      frame: { screen.value.frame($0) },
      changes: .later(screen.changes) { screen.made?.changes },
      appear: { screen.value.appear() }, resume: { screen.value.resume() }, disappear: { screen.value.disappear() },
      react: { screen.value.react($0, $1) }, help: { screen.value.help() })
    late.subject = { screen.value.subject() }
    late.hasPreviews = { screen.value.hasPreviews() }
    late.preview = { screen.value.preview() }
    late.open = { screen.value.open() }
    return late
  }
}

extension ChangeSignal {
  /// The changes of something that is not there yet.
  /// - Parameters:
  ///   - arrival: when it may be there.
  ///   - changes: its changes; nil until it is there.
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
