public import Essentials

/// The last visit of a list. Items that came since then are new.
public struct Visit: Sendable {
  /// The date when the last visit ended; nil if none is recorded, and then nothing is new.
  public var last: Date?
  /// Called when the list appears, and when it disappears.
  public var isNow: @Sendable () -> Void

  public init(last: Date?, isNow: @escaping @Sendable () -> Void) { (self.last, self.isNow) = (last, isNow) }

  /// No visit recorded, and none to record.
  public static let none = Self(last: nil) {}
}
