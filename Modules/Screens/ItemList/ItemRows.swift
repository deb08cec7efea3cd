import Essentials

/// The requirements of a list's items.
public typealias ListItem = Equatable & Identifiable & Sendable

/// The rows of a list, of which only the items around the selection are in memory. Row numbers begin at zero.
///
/// The screen moves as little as the selection allows, so that it does not jump when the selection changes direction.
public struct ItemRows<Item: ListItem>: Equatable, Sendable {
  /// The items in memory, which are consecutive.
  public var items: [Item]
  /// The row of the first item in memory.
  public var first: Int
  /// The number of rows of the whole list.
  public var count: Int
  /// The selected row.
  public private(set) var selectedRow = 0
  /// The row at the top of the screen.
  public private(set) var top = 0

  /// - Parameters:
  ///   - items: The items of consecutive rows.
  ///   - first: The position of the first of them.
  ///   - count: The number of rows of the whole list; nil if `items` is the whole list.
  public init(_ items: [Item] = [], first: Int = 0, count: Int? = nil) {
    self.items = items
    self.first = first
    self.count = count ?? items.count
  }

  /// The item in a row; nil if there is no such row, or if it is not in memory.
  public subscript(row: Int) -> Item? {
    items.indices.contains(row - first) ? items[row - first] : nil
  }

  /// The selected item; nil if there is none, or if it is not in memory.
  public var selected: Item? { self[selectedRow] }

  /// Returns the rows on a screen of some height; the selected row is one of them.
  public func screen(height: Int) -> Range<Int> {
    let height = max(height, 1)
    let selected = max(0, min(selectedRow, count - 1))
    let lowest = max(0, selected - height + 1)
    let highest = max(lowest, min(selected, count - height))
    let top = min(max(top, lowest), highest)
    return top..<max(top, min(top + height, count))
  }

  /// Returns the row of an item in memory.
  func row(of id: Item.ID) -> Int? { items.firstIndex { $0.id == id }.map { first + $0 } }

  /// Returns the row to which the selected item has moved or, if it is not listed any more, the first item in memory after
  /// it that still is; nil if there is none.
  /// - Parameter row: Returns the new row of an item; nil if it is not listed or not near.
  func movedSelection(to row: (Item.ID) -> Int?) -> Int? {
    items.dropFirst(max(0, selectedRow - first)).firstNonNil { row($0.id) }
  }

  /// Returns the rows to read when more are needed: two screens on each side of the selection.
  func wanted(height: Int) -> Range<Int> { around(selectedRow, 2 * height) }

  /// Returns whether the items in memory reach a screen beyond the selection on each side, or the ends of the list.
  func isEnough(height: Int) -> Bool {
    let needed = around(selectedRow, height)
    return needed.isEmpty || first <= needed.lowerBound && needed.upperBound <= first + items.count
  }

  private func around(_ row: Int, _ distance: Int) -> Range<Int> { rows(around: row, distance, count: count) }

  /// Selects a row, or the nearest one that exists, and moves the screen there.
  public mutating func select(_ row: Int, height: Int) {
    selectedRow = max(0, min(row, count - 1))
    top = screen(height: height).lowerBound
  }

  /// Replaces the items. The selection moves to a new row, or the nearest one that exists, but stays on the same line of
  /// the screen, as far as the list allows.
  mutating func replace(with items: [Item], first: Int, count: Int, selected: Int, height: Int) {
    self.items = items
    self.first = first
    self.count = count
    let line = selectedRow - top
    selectedRow = max(0, min(selected, count - 1))
    top = selectedRow - line
    top = screen(height: height).lowerBound
  }

  /// Moves the screen so that the selected row is in its middle, as far as the list allows.
  public mutating func center(height: Int) {
    top = selectedRow - height / 2
    top = screen(height: height).lowerBound
  }
}

/// Returns the existing rows within a distance of a row.
func rows(around row: Int, _ distance: Int, count: Int) -> Range<Int> {
  let row = max(0, min(row, count - 1))
  return max(0, row - distance)..<max(0, min(count, row + distance + 1))
}
