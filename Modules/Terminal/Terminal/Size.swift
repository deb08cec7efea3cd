/// The size of the screen, in cells.
public struct Size: Hashable, Sendable {
  /// The number of columns.
  public var width: Int
  /// The number of rows.
  public var height: Int

  /// Creates a size; negative numbers become 0.
  public init(width: Int = 80, height: Int = 24) {
    self.width = max(width, 0)
    self.height = max(height, 0)
  }
}
