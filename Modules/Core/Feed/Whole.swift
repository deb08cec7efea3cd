public import Essentials
public import ItemsLoader
import Paging

extension Feed where Item: Equatable {
  /// A list that comes whole: a resource that is one array, without pages. It is what a loader loads; until it has, and when it
  /// cannot, what the loader has kept. Nothing else is kept of it, so that what came last (`arrivals`) is known of this run only.
  ///
  /// The list is in memory. One that may be longer than a few thousand items is kept in a table instead: `live(remote:store:now:)`.
  /// - Parameters:
  ///   - loader: loads the list and keeps it. Its kept copy is read once, when somebody first looks at the list.
  ///   - text: what a search looks at.
  ///   - date: when an item was written, if that is known.
  ///   - now: the date that the latest is shown with.
  public static func whole(
    _ loader: ItemsLoader<[Item]>, text: @escaping @Sendable (Item) -> String = { "\($0.id)" },
    date: @escaping @Sendable (Item) -> Date? = { _ in nil }, now: @escaping @Sendable () -> Date
  ) -> Self {
    let whole = Whole(loader, .memory(text: text, date: date))
    return .live(
      remote: { _, _ in .changed(Page(try await whole.latest()), validator: nil) }, store: whole.store, now: now)
  }
}

/// What a loader has kept and loaded.
private actor Whole<Item: Identifiable & Equatable & Sendable> where Item.ID: Sendable {
  private let loader: ItemsLoader<[Item]>
  private let memory: FeedStore<Item>
  private var opening: Task<Void, Never>?
  private var keepingFailure: (any Error)?

  init(_ loader: ItemsLoader<[Item]>, _ memory: FeedStore<Item>) { (self.loader, self.memory) = (loader, memory) }

  /// The server's latest.
  func latest() async throws -> [Item] {
    do {
      let result = try await loader.load()
      // What is kept is there already.
      if let failure = result.failure { throw failure }
      keepingFailure = result.keepingFailure
      return result.value
    } catch let nothing as NothingKept {
      throw nothing.failure
    }
  }

  /// The list in memory, which begins with what is kept. It does not take what the loader could not keep, as a disk would.
  nonisolated var store: FeedStore<Item> {
    var store = memory
    store.window = { [self] in try await opened().window($0, $1, $2) }
    store.search = { [self] in try await opened().search($0, $1) }
    store.searchTexts = { [self] in try await opened().searchTexts($0, $1) }
    store.keys = { [self] in try await opened().keys($0, $1) }
    store.places = { [self] in try await opened().places($0) }
    store.extent = { [self] in try await opened().extent($0) }
    // The server is asked behind this: its answer never comes before what is kept.
    store.validator = { [self] in try await opened().validator($0, $1) }
    store.replaceSome = { [self] updates in
      if let failure = await keepingFailure { throw failure }
      return try await memory.replaceSome(updates)
    }
    return store
  }

  private func opened() async -> FeedStore<Item> {
    let opening = self.opening ?? Task { await open() }
    self.opening = opening
    await opening.value
    return memory
  }

  private func open() async {
    guard let kept = await loader.kept() else { return }
    _ = try? await memory.replace(
      PageUpdate(
        number: 0, cursor: nil, page: Page(kept.value), validator: nil, fetchedAt: kept.fetchedAt, checked: RangeSet()))
  }
}
