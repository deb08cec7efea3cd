import Observed

extension Screen {
  /// A screen that is made when it is first shown: one that nobody looks at costs nothing.
  public static func made(_ make: @escaping @Sendable () -> Screen) -> Self {
    let made = Observed<Screen?>(nil)
    @Sendable func screen() -> Screen {
      if let screen = made.value { return screen }
      let new = make()
      return made.update { screen in
        if let screen { return screen }
        screen = new
        return new
      }
    }
    var late = Self(
      frame: { screen().frame($0) },
      changes: .later(made.changes) { made.value?.changes },
      appear: { screen().appear() }, resume: { screen().resume() }, disappear: { screen().disappear() },
      react: { screen().react($0, $1) }, help: { screen().help() })
    late.subject = { screen().subject() }
    late.hasPreviews = { screen().hasPreviews() }
    late.preview = { screen().preview() }
    late.open = { screen().open() }
    return late
  }
}

extension Changes {
  /// The changes of something that is not there yet.
  /// - Parameters:
  ///   - arrival: when it may be there.
  ///   - changes: its changes; nil until it is there.
  fileprivate static func later(_ arrival: Changes, _ changes: @escaping @Sendable () -> Changes?) -> Self {
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
