public import Essentials

/// A visit of a list: what came since the last one is new.
public struct Visit: Sendable {
  /// When the last one ended; nil where there was none: then nothing is new.
  public var last: Date?
  /// Told when the list appears, and when it is left.
  public var isNow: @Sendable () -> Void

  public init(last: Date?, isNow: @escaping @Sendable () -> Void) { (self.last, self.isNow) = (last, isNow) }

  /// There was none, and this is none.
  public static let none = Self(last: nil) {}
}
