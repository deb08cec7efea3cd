public import Terminal

extension Screen {
  /// The parts of a screen that shows one of several. Screens that are reached from it belong to the part they were
  /// reached from: they are left and come back with it.
  public struct Parts: Sendable {
    /// Which one is shown.
    public var shown: @Sendable () -> Int
    /// Shows another, if that is what an event means, whichever screen is on top; false where it means nothing.
    public var turn: @Sendable (_ event: Terminal.Event, _ size: Size) -> Bool
    /// The keys for that, for people.
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

    /// There is only one.
    public static let whole = Self(shown: { 0 }, turn: { _, _ in false }, help: { [] })
  }
}
