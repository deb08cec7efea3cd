import Essentials
public import Store

/// The cache of one server, as far as it may be trimmed. Its closures throw `DatabaseError` and `CancellationError`.
public struct TrimmableCache: Sendable {
  /// Returns the size in bytes.
  public var usedBytes: @Sendable () async throws -> Int
  /// The stores whose values are removed one by one.
  public var copies: [TrimmableStore]
  /// Removes a part of the longest list, such as its second half; returns false when nothing more can be removed.
  public var shorten: @Sendable () async throws -> Bool
  /// Returns the freed space to the file system.
  public var compact: @Sendable () async throws -> Void

  public init(
    usedBytes: @escaping @Sendable () async throws -> Int, copies: [TrimmableStore],
    shorten: @escaping @Sendable () async throws -> Bool, compact: @escaping @Sendable () async throws -> Void
  ) {
    self.usedBytes = usedBytes
    self.copies = copies
    self.shorten = shorten
    self.compact = compact
  }
}

/// A store whose values may be removed. Its closures throw the errors of the store.
public struct TrimmableStore: Sendable {
  /// Returns the oldest values that may be removed, at most `count`.
  public var oldest: @Sendable (_ count: Int) async throws -> [StoredAge]
  /// Removes these values.
  public var remove: @Sendable (_ values: [StoredAge]) async throws -> Void

  /// - Parameters:
  ///   - store: The store whose values are removed when room is needed.
  ///   - sparing: The keys whose values stay.
  public init<Key, Value>(_ store: Store<Key, Value>, sparing: [Key]) {
    oldest = { [oldest = store.oldest] in try await oldest($0, sparing) }
    remove = store.removeOldest
  }
}

extension [TrimmableCache] {
  /// Trims caches whose files are larger than a limit. If their contents are larger too, removes data until a fifth of
  /// the limit is free, so that the next trim is a long time away. The least recently seen copies of all servers go
  /// first. After those the lists are shortened, always on the server with the largest cache.
  ///
  /// Each step is complete in itself and measures the size again, so stopping early or trimming twice at once does no
  /// harm.
  /// - Parameter limit: The limit in bytes.
  /// - Returns: The number of bytes freed.
  /// - Throws: The error of a store. Data removed until then stays removed, and the next call continues.
  public func trim(to limit: Int) async throws -> Int {
    let before = try await usedBytes()
    var used = before
    guard used.sum > limit else {
      // The files have unused pages: an earlier trim was stopped before compacting them.
      if used.sum < limit - limit / 10 { for cache in self { try await cache.compact() } }
      return 0
    }
    let goal = limit - limit / 5
    while used.sum > goal, try await removeOldest(used.sum - goal) { used = try await usedBytes() }
    var lists = Set(indices)
    while used.sum > goal, let largest = lists.max(by: { used[$0] < used[$1] }) {
      if try await !self[largest].shorten() { lists.remove(largest) }
      used = try await usedBytes()
    }
    for index in indices where used[index] < before[index] { try await self[index].compact() }
    return Swift.max(0, before.sum - used.sum)
  }

  private func usedBytes() async throws -> [Int] {
    var bytes: [Int] = []
    for cache in self { bytes.append(try await cache.usedBytes()) }
    return bytes
  }

  /// Removes the oldest values, up to a number of bytes or the end of a portion; returns false when there are none.
  private func removeOldest(_ bytes: Int) async throws -> Bool {
    let stores = flatMap(\.copies)
    let portion = 500
    var found: [(store: Int, value: StoredAge)] = []
    // A store may have more values that are newer than the last one of its portion, so other values newer than that
    // wait.
    var end = Date.distantFuture
    for (index, store) in stores.enumerated() {
      let oldest = try await store.oldest(portion)
      found += oldest.map { (index, $0) }
      if oldest.count == portion, let last = oldest.last { end = Swift.min(end, last.seenAt) }
    }
    var rest = bytes
    var going = [Int: [StoredAge]]()
    for (store, value) in found.sorted(by: { $0.value.seenAt < $1.value.seenAt }) where rest > 0 && value.seenAt <= end
    {
      going[store, default: []].append(value)
      rest -= value.bytes
    }
    for (store, values) in going { try await stores[store].remove(values) }
    return !going.isEmpty
  }
}

extension [Int] {
  fileprivate var sum: Int { reduce(0, +) }
}
