/// What became of an event that a screen was offered.
public enum Reaction: Equatable, Sendable {
  /// The screen did what the event means there.
  case handled
  /// It means nothing there: what means the same on every screen is next.
  case ignored
  /// What the event is about is being read right now: it, and all that come after it, are to be offered again after the
  /// screen's next change. A screen that answers this has to change.
  case later
}
