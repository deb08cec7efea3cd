public import StyleGuide

/// The requirements of a list's items.
public typealias ListItem = Equatable & Identifiable & Sendable

/// The rows of a list, of which only the items around the selection are in memory. Row numbers begin at zero.
public struct ItemRows<Item: ListItem>: Equatable, Sendable {
  /// The items in memory, which are consecutive.
  public var items: [Item]
  /// The row of the first item in memory.
  public var first: Int
  /// The number of rows of the whole list.
  public var count: Int
  /// The selected row and the row at the top of the screen.
  public var position = ListPosition()

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

  /// The selected row.
  public var selectedRow: Int { position.selected }

  /// The selected item; nil if there is none, or if it is not in memory.
  public var selected: Item? { self[selectedRow] }

  /// Returns the rows on a screen of some height.
  func screen(height: Int) -> Range<Int> { position.window(count: count, height: height) }

  /// Returns the row of an item in memory.
  func row(of id: Item.ID) -> Int? { items.firstIndex { $0.id == id }.map { first + $0 } }

  /// Returns the rows to read when more are needed: two screens on each side of the selection.
  func wanted(height: Int) -> Range<Int> { around(position.selected, 2 * height) }

  /// Returns whether the items in memory reach a screen beyond the selection on each side, or the ends of the list.
  func isEnough(height: Int) -> Bool {
    let needed = around(position.selected, height)
    return needed.isEmpty || first <= needed.lowerBound && needed.upperBound <= first + items.count
  }

  private func around(_ row: Int, _ distance: Int) -> Range<Int> { rows(around: row, distance, count: count) }

  /// Selects a row, or the nearest one that exists, and moves the screen there.
  mutating func select(_ row: Int, height: Int) { position.select(row, count: count, height: height) }

  /// Replaces the items. The selection moves to a new row, but stays on the same line of the screen.
  mutating func replace(with items: [Item], first: Int, count: Int, selected: Int, height: Int) {
    self.items = items
    self.first = first
    self.count = count
    position.follow(to: selected, count: count, height: height)
  }

  /// Moves the window so that the selected row is in its middle.
  mutating func center(height: Int) { position.center(count: count, height: height) }
}

/// Returns the existing rows within a distance of a row.
func rows(around row: Int, _ distance: Int, count: Int) -> Range<Int> {
  let row = max(0, min(row, count - 1))
  return max(0, row - distance)..<max(0, min(count, row + distance + 1))
}
