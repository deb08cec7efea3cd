public import PagedList
import TextSearch

/// A model of a paged list on a server and its stored pages, in arrays, against which lists are tested.
public struct PagedContent<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
  /// The items on the server.
  public var server: [Item]
  /// The number of items on a page.
  public var pageSize: Int
  /// The stored pages, as they arrived.
  public var pages: [[Item]]
  /// Whether the last stored page is the server's last.
  public var isComplete: Bool
  /// The pages requested since the last refresh.
  public var asked: Set<Int> = []
  /// The number of changes of the stored pages. Row keys are valid until the next change.
  public var generation = 0

  /// - Parameter cached: The stored items; nil for none. They are complete if there are as many as on the server.
  public init(server: [Item], cached: [Item]? = nil, pageSize: Int = 100) {
    self.server = server
    self.pageSize = max(1, pageSize)
    pages = []
    isComplete = false
    guard let cached else { return }
    pages = stride(from: 0, to: max(1, cached.count), by: self.pageSize).map {
      Array(cached.dropFirst($0).prefix(self.pageSize))
    }
    isComplete = cached.count >= server.count
  }

  /// The stored items without duplicates.
  public var list: [Item] {
    var seen: Set<Item.ID> = []
    return pages.joined().filter { seen.insert($0.id).inserted }
  }

  /// Stores the first page of the server.
  public mutating func refresh() {
    asked = []
    take(page: 0)
  }

  /// Stores the pages that contain some rows, and the next page if the rows extend beyond the last.
  public mutating func load(_ rows: Range<Int>) {
    let count = pages.count
    for page in 0..<count where !asked.contains(page) && rows.overlaps(page * pageSize..<(page + 1) * pageSize) {
      take(page: page)
    }
    if rows.upperBound > list.count { loadNext() }
  }

  /// Stores the page after the last.
  /// - Returns: Whether there was one.
  @discardableResult
  public mutating func loadNext() -> Bool {
    guard !isComplete else { return false }
    take(page: pages.count)
    return true
  }

  private mutating func take(page: Int) {
    let items = Array(server.dropFirst(page * pageSize).prefix(pageSize))
    let isLast = (page + 1) * pageSize >= server.count
    if isLast { pages.removeSubrange(min(page, pages.count)...) }
    if page < pages.count { pages[page] = items } else if page == 0 || !items.isEmpty { pages.append(items) }
    if isLast { isComplete = true } else if page == pages.count - 1 { isComplete = false }
    asked.insert(page)
    generation += 1
  }

  /// Returns the rows around an anchor.
  public func window(_ anchor: ListAnchor<Item.ID>, before: Int, after: Int) -> ListWindow<Item> {
    let list = list
    let wanted =
      switch anchor {
      case .row(let row): row
      case .item(let id, let row): list.firstIndex { $0.id == id } ?? row
      }
    let row = max(0, min(wanted, list.count - 1))
    let rows = max(0, row - before)..<max(0, min(list.count, row + after + 1))
    return ListWindow(
      Array(list[rows]), first: rows.lowerBound, anchor: row, count: list.count, isComplete: isComplete)
  }

  /// Returns the keys of the items that contain a text.
  public func rowKeys(_ query: String, text: (Item) -> String) -> [RowKey] {
    let query = TextSearch.Query(query)
    return list.enumerated().filter { query.matches(text($0.element)) }.map {
      RowKey(Int64(generation) << 32 + Int64($0.offset))
    }
  }

  /// Returns the items with these keys. After a change there are none.
  public func items(_ rowKeys: [RowKey]) -> [Item] {
    let list = list
    return rowKeys.compactMap { rowKey in
      let row = Int(rowKey.number & (1 << 32 - 1))
      return rowKey.number >> 32 == Int64(generation) && list.indices.contains(row) ? list[row] : nil
    }
  }
}
