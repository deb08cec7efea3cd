public import Observed
public import PagedList

/// Reading a list in the server's order, without a query.
extension ListReader {
  /// Returns the rows around an anchor.
  public func window(_ anchor: ListAnchor<Item.ID>, _ before: Int, _ after: Int) async throws -> ListWindow<Item> {
    try await window(ListQuery(), anchor, before, after)
  }

  /// Returns all items that contain a text, in the order of a query.
  public func found(_ text: String, inTexts: Bool = false, _ query: ListQuery = ListQuery()) async throws -> [Item] {
    var query = query
    query.text = text
    query.isInTexts = inTexts
    var found: [Item] = []
    for try await places in search(query, nil) { found += try await items(places) }
    return found
  }

  /// Returns the identifiers that match a query.
  public func all(_ query: ListQuery = ListQuery()) async throws -> [Item.ID] {
    var all: [Item.ID] = []
    for try await ids in ids(query) { all += ids }
    return all
  }
}

extension PagedList {
  /// Returns the rows around an anchor.
  public func window(_ anchor: ListAnchor<Item.ID>, _ before: Int, _ after: Int) async throws -> ListWindow<Item> {
    try await reader.window(anchor, before, after)
  }

  /// Requests some rows of the server's list.
  public func load(_ rows: Range<Int>) async throws -> Refreshed { try await load(ListQuery(), rows) }

  /// The change signal of the stored list.
  public var changes: ChangeSignal { reader.changes }
}

extension ListStore {
  /// Returns the items around an anchor.
  public func window(_ anchor: ListAnchor<Item.ID>, _ before: Int, _ after: Int) async throws -> ListWindow<Item> {
    let window = try await reader.window(anchor, before, after)
    return ListWindow(
      window.items.compactMap(\.item), first: window.first, anchor: window.anchor, count: window.count,
      isComplete: window.isComplete, fetchedAt: window.fetchedAt)
  }

  /// The change signal of the stored list.
  public var changes: ChangeSignal { reader.changes }
}

extension PagedList {
  /// Returns the same list without flags.
  public func items<Content>() -> PagedList<Content> where Item == Listed<Content> { map { $0.compactMap(\.item) } }
}
