/// How large the screen is, in cells.
public struct Size: Hashable, Sendable {
  /// Columns; never negative.
  public var width: Int
  /// Rows; never negative.
  public var height: Int

  public init(width: Int = 80, height: Int = 24) {
    self.width = max(width, 0)
    self.height = max(height, 0)
  }
}
