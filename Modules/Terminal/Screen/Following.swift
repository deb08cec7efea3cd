public import Observed
import Rendering

extension Screen {
  /// Returns a screen that passes everything on to another one, and is empty while there is none.
  /// - Parameters:
  ///   - current: Returns the other screen.
  ///   - changes: Fires when the other screen may have changed, or may be another.
  public static func following(_ current: @escaping @Sendable () -> Screen?, changes: ChangeSignal) -> Self {
    var screen = Self(
      frame: { current()?.frame($0) ?? Frame([], size: $0) }, changes: changes,
      appear: { current()?.appear() }, resume: { current()?.resume() }, disappear: { current()?.disappear() },
      react: { current()?.react($0, $1) ?? .ignored }, help: { current()?.help() ?? [] })
    screen.subject = { current()?.subject() }
    screen.selection = { current()?.selection() }
    screen.hasPreviews = { current()?.hasPreviews() ?? false }
    screen.preview = { current()?.preview() }
    screen.open = { current()?.open() }
    return screen
  }
}
