import Essentials
public import Store

/// What of one server can be had again, as far as it may be taken away. The errors are `DatabaseError` and
/// `CancellationError`.
public struct TrimmableCache: Sendable {
  /// How many bytes it takes.
  public var usedBytes: @Sendable () async throws -> Int
  /// Its stores whose values go one by one.
  public var copies: [TrimmableStore]
  /// Takes away the second half of the longest list; false where there is nothing more to be taken.
  public var shorten: @Sendable () async throws -> Bool
  /// Gives the room of what was taken away back to the disk.
  public var compact: @Sendable () async throws -> Void

  public init(
    usedBytes: @escaping @Sendable () async throws -> Int, copies: [TrimmableStore],
    shorten: @escaping @Sendable () async throws -> Bool, compact: @escaping @Sendable () async throws -> Void
  ) {
    (self.usedBytes, self.copies, self.shorten, self.compact) = (usedBytes, copies, shorten, compact)
  }
}

/// A store whose values may be taken away. The errors are those of the store.
public struct TrimmableStore: Sendable {
  /// So many of those that may go, the oldest first.
  public var oldest: @Sendable (_ count: Int) async throws -> [StoredAge]
  /// Takes some of these away.
  public var remove: @Sendable (_ values: [StoredAge]) async throws -> Void

  /// - `sparing`: what may not go.
  public init<Key, Value>(_ store: Store<Key, Value>, sparing: [Key]) {
    oldest = { [oldest = store.oldest] in try await oldest($0, sparing) }
    remove = store.removeOldest
  }
}

extension [TrimmableCache] {
  /// For files that are larger than a limit, in bytes. Where what is in them takes more than that, takes away as much as it takes to be a fifth below: so it is
  /// long before that is to be done again. First the copies that were not seen for longest, whosever they are. When
  /// none is left the lists, the largest server's first: the second half, and again.
  ///
  /// Each step is whole by itself, and measures anew: whoever stops in between, or does the same at the same time, does
  /// no harm.
  /// - Returns: how many bytes are free now that were not.
  /// - Throws: what a shelf throws. What went until then has gone, and the next call goes on.
  public func trim(to limit: Int) async throws -> Int {
    let before = try await usedBytes()
    var used = before
    guard used.sum > limit else {
      // The files have holes then: somebody was stopped before he gave their room back.
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

  /// Takes away the oldest values, so many bytes of them or the beginning of that; false where there are none.
  private func removeOldest(_ bytes: Int) async throws -> Bool {
    let (stores, portion) = (flatMap(\.copies), 500)
    var found: [(store: Int, value: StoredAge)] = []
    // What is newer than the end of a portion may be newer than what that store still has.
    var end = Date.distantFuture
    for (index, store) in stores.enumerated() {
      let oldest = try await store.oldest(portion)
      found += oldest.map { (index, $0) }
      if oldest.count == portion, let last = oldest.last { end = Swift.min(end, last.seenAt) }
    }
    var (rest, going) = (bytes, [Int: [StoredAge]]())
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
