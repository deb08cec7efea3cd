/// The selected row of a list, and the first row of the window.
///
/// The window moves as little as the selection allows, so that it does not jump when the selection changes direction.
/// `count` is the number of rows, `height` the number that fits into the window.
public struct ListPosition: Equatable, Sendable {
  /// The selected row.
  public private(set) var selected = 0
  /// The first row of the window.
  public private(set) var top = 0

  public init() {}

  /// Selects a row, or the nearest one that exists, and leaves the window where it is if possible.
  public mutating func select(_ row: Int, count: Int) {
    selected = max(0, min(row, count - 1))
  }

  /// Selects a row, or the nearest one that exists, and moves the window there.
  public mutating func select(_ row: Int, count: Int, height: Int) {
    select(row, count: count)
    top = window(count: count, height: height).lowerBound
  }

  /// Selects the row to which the selected item has moved, or the nearest one that exists. It stays on the same line of
  /// the screen, as far as the list allows.
  public mutating func follow(to row: Int, count: Int, height: Int) {
    let line = selected - top
    select(row, count: count)
    top = selected - line
    top = window(count: count, height: height).lowerBound
  }

  /// Moves the window so that the selected row is in its middle, as far as the list allows.
  public mutating func center(count: Int, height: Int) {
    top = selected - height / 2
    top = window(count: count, height: height).lowerBound
  }

  /// Returns the rows in the window; the selected row is one of them.
  public func window(count: Int, height: Int) -> Range<Int> {
    let height = max(height, 1)
    let selected = max(0, min(selected, count - 1))
    let lowest = max(0, selected - height + 1)
    let highest = max(lowest, min(selected, count - height))
    let top = min(max(top, lowest), highest)
    return top..<max(top, min(top + height, count))
  }
}
