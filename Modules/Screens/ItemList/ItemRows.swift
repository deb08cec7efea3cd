public import StyleGuide

/// What a list can be of: values that are named.
public typealias ListItem = Equatable & Identifiable & Sendable

/// A list of which only the items around the selection are there. Rows count from zero.
public struct ItemRows<Item: ListItem>: Equatable, Sendable {
  /// The items that are there, one after the other.
  public var items: [Item]
  /// The row of the first of them.
  public var first: Int
  /// How many rows the list has.
  public var count: Int
  /// Which row is selected, and which is at the top of the screen.
  public var position = ListPosition()

  /// - `count`: how many rows the list has; nil for those that are given.
  public init(_ items: [Item] = [], first: Int = 0, count: Int? = nil) {
    self.items = items
    self.first = first
    self.count = count ?? items.count
  }

  /// The item in a row; nil where there is none, or where it is not there.
  public subscript(row: Int) -> Item? {
    items.indices.contains(row - first) ? items[row - first] : nil
  }

  /// The selected row.
  public var selectedRow: Int { position.selected }

  /// The selected item; nil where there is none, or where it is not there.
  public var selected: Item? { self[selectedRow] }

  /// The rows on a screen of so many.
  func screen(height: Int) -> Range<Int> { position.window(count: count, height: height) }

  /// The row of an item that is there.
  func row(of id: Item.ID) -> Int? { items.firstIndex { $0.id == id }.map { first + $0 } }

  /// The rows that are read when some must be: two screens to each side of the selection.
  func wanted(height: Int) -> Range<Int> { around(position.selected, 2 * height) }

  /// Whether what is there reaches a screen beyond the selection to each side, or to the ends.
  func isEnough(height: Int) -> Bool {
    let needed = around(position.selected, height)
    return needed.isEmpty || first <= needed.lowerBound && needed.upperBound <= first + items.count
  }

  private func around(_ row: Int, _ distance: Int) -> Range<Int> { rows(around: row, distance, count: count) }

  /// Selects a row, or the nearest there is, and moves the screen there.
  mutating func select(_ row: Int, height: Int) { position.select(row, count: count, height: height) }

  /// Puts other items in the place of those there were; the selection is in another row now, and stays where it is on
  /// the screen.
  mutating func replace(with items: [Item], first: Int, count: Int, selected: Int, height: Int) {
    (self.items, self.first, self.count) = (items, first, count)
    position.follow(to: selected, count: count, height: height)
  }

  /// Shows as much above the selection as below it.
  mutating func center(height: Int) { position.center(count: count, height: height) }
}

/// The rows at most so far from one, of those that there are.
func rows(around row: Int, _ distance: Int, count: Int) -> Range<Int> {
  let row = max(0, min(row, count - 1))
  return max(0, row - distance)..<max(0, min(count, row + distance + 1))
}
