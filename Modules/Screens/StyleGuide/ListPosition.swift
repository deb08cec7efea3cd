/// Which row of a list is selected, and which one is at the top of the window.
///
/// The window moves as little as the selection allows, so it does not jump when the selection turns round. `count` is
/// how many rows there are, `height` how many fit into the window.
public struct ListPosition: Equatable, Sendable {
  /// The selected row.
  public private(set) var selected = 0
  /// The first row of the window.
  public private(set) var top = 0

  public init() {}

  /// Selects a row, or the nearest there is; the window stays where it is for as long as it can.
  public mutating func select(_ row: Int, count: Int) {
    selected = max(0, min(row, count - 1))
  }

  /// Selects a row, or the nearest there is, and moves the window there.
  public mutating func select(_ row: Int, count: Int, height: Int) {
    select(row, count: count)
    top = window(count: count, height: height).lowerBound
  }

  /// Moves the selection.
  public mutating func move(by step: Int, count: Int, height: Int) {
    select(selected + max(-count, min(step, count)), count: count, height: height)
  }

  /// What is selected stands in another row now, or is the nearest there is; it stays where it is on the screen, as far as
  /// the list allows.
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

  /// The rows in the window, the selected one among them.
  public func window(count: Int, height: Int) -> Range<Int> {
    let (height, selected) = (max(height, 1), max(0, min(selected, count - 1)))
    let lowest = max(0, selected - height + 1)
    let highest = max(lowest, min(selected, count - height))
    let top = min(max(top, lowest), highest)
    return top..<max(top, min(top + height, count))
  }
}
