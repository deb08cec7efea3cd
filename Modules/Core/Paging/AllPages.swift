public import ItemsLoader

extension Pages {
  /// All pages from the first to the last, one for each step; an item whose `id` was seen before is left out.
  ///
  /// Once the server has failed, what is kept of the later pages answers without asking it again: nobody waits for
  /// the same dead server at every page.
  public func all<ID: Hashable & Sendable>(by id: @escaping @Sendable (Item) -> ID) -> AllPages<Item, ID> {
    AllPages(pages: self, id: id)
  }
}

/// The server's links between its pages lead back to where they came from.
public struct PagesInCircles: Error, Hashable {
  public init() {}
}

/// The pages of a list, one after the other.
public struct AllPages<Item: Sendable, ID: Hashable & Sendable>: AsyncSequence, Sendable {
  let pages: Pages<Item>
  let id: @Sendable (Item) -> ID

  /// Starts at the first page.
  public func makeAsyncIterator() -> Iterator { Iterator(pages: pages, id: id) }

  /// Where in the list the reader is.
  public struct Iterator: AsyncIteratorProtocol {
    private enum Step {
      case page(after: Cursor?)
      case end
    }

    private let pages: Pages<Item>
    private let id: @Sendable (Item) -> ID
    private var step = Step.page(after: nil)
    private var cursors: Set<Cursor> = []
    private var seen: Set<ID> = []
    private var barren = 0
    private var failure: (any Error)?

    init(pages: Pages<Item>, id: @escaping @Sendable (Item) -> ID) {
      self.pages = pages
      self.id = id
    }

    /// The items of the next page that were not seen before.
    /// - Throws: what `Pages.page` throws; `PagesInCircles` when a page points back to an earlier one, or ten pages
    ///   in a row hold nothing new.
    public mutating func next() async throws -> LoadResult<[Item]>? {
      guard case .page(let cursor) = step else { return nil }
      step = .end
      if let cursor, !cursors.insert(cursor).inserted { throw PagesInCircles() }
      let loaded = try await page(after: cursor)
      if loaded.origin == .kept { failure = loaded.failure }
      if let next = loaded.value.next { step = .page(after: next) }
      let new = loaded.map { $0.items.filter { seen.insert(id($0)).inserted } }
      barren = new.value.isEmpty ? barren + 1 : 0
      if barren == 10 { throw PagesInCircles() }
      return new
    }

    private func page(after cursor: Cursor?) async throws -> LoadResult<Page<Item>> {
      if let failure, var kept = await pages.kept(cursor) {
        kept.failure = failure
        return kept
      }
      return try await pages.page(cursor)
    }
  }
}
