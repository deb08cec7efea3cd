/// The rows of a query, read in portions, each of which begins behind the last item read. Items that are added or removed
/// meanwhile change nothing about the others: none comes twice, and none is left out. Only the last row may come again,
/// if the list shrinks to less than what was read before.
public struct ListPortions<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
  private let reader: ListReader<Item>
  private let query: ListQuery
  /// The identities of the portion before; nil before the first.
  private var last: [Item.ID]?
  /// The row number behind the portion before.
  private var row = 0

  /// Creates the portions of a query, of which none has been read.
  public init(_ reader: ListReader<Item>, _ query: ListQuery) {
    self.reader = reader
    self.query = query
  }

  /// Returns the next rows, at most `size`; nil behind the last one. An empty list has one portion without rows.
  public mutating func next(_ size: Int) async throws -> ListWindow<Item>? {
    guard let before = last else { return note(try await reader.window(query, .row(0), 0, size - 1)) }
    guard let end = before.last else { return nil }
    // The anchor is the last item, the one behind it if it is gone, or the last row if nothing is behind it.
    var window = try await reader.window(query, .item(end, orRow: row - 1), 0, size)
    let known = window.items.prefix { before.contains($0.id) }.count
    window.items = Array(window.items.dropFirst(known).prefix(size))
    window.first = window.anchor + known
    return window.items.isEmpty ? nil : note(window)
  }

  private mutating func note(_ window: ListWindow<Item>) -> ListWindow<Item> {
    last = window.items.map { $0.id }
    row = window.first + window.items.count
    return window
  }
}
