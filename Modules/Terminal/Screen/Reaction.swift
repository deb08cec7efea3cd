/// The response of a screen to an event.
public enum Reaction: Equatable, Sendable {
  /// The screen handled the event.
  case handled
  /// The event means nothing on this screen; keys that work on every screen are tried next.
  case ignored
  /// The screen is still reading the row or item that the event is about. The caller must offer this event and all
  /// later ones again after the screen's next change. A screen that returns this must change afterwards.
  case later
}
