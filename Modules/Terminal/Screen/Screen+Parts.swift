public import Terminal

extension Screen {
  /// The parts of a screen that shows one of several, such as tabs. A screen opened from a part belongs to it: it is
  /// hidden and shown together with that part.
  public struct Parts: Sendable {
    /// Returns the index of the part shown.
    public var shown: @Sendable () -> Int
    /// Switches to another part if the event asks for that, whatever screen is on top. Returns whether it did.
    public var turn: @Sendable (_ event: Terminal.Event, _ size: Size) -> Bool
    /// Returns the keys that switch parts, for the help.
    public var help: @Sendable () -> [KeyHelp]

    public init(
      shown: @escaping @Sendable () -> Int,
      turn: @escaping @Sendable (_ event: Terminal.Event, _ size: Size) -> Bool,
      help: @escaping @Sendable () -> [KeyHelp]
    ) {
      self.shown = shown
      self.turn = turn
      self.help = help
    }

    /// The parts of a screen that has only one.
    public static let whole = Self(shown: { 0 }, turn: { _, _ in false }, help: { [] })
  }
}
