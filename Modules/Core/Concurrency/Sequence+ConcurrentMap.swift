extension Sequence where Element: Sendable {
  /// Returns the transformed elements, in their order. At most `limit` elements are transformed at once: as soon as one
  /// is done, the next begins. The first failure cancels the others.
  ///
  /// Elements begin in their order: each runs up to its first suspension before the next one begins. Before macOS 26,
  /// this order is likely but not guaranteed.
  ///
  /// - Parameters:
  ///   - limit: The number of elements at once; values below 1 count as 1.
  ///   - transform: Transforms an element.
  ///   - inOrder: Receives each value as soon as it and all values before it are there.
  ///   - whenBegun: Called once, when all elements, or `limit` of them, have begun.
  /// - Throws: The first error of `transform` or `inOrder`, or `CancellationError`; no further elements begin then.
  public func concurrentMap<Value: Sendable>(
    limit: Int, _ transform: @escaping @Sendable (Element) async throws -> Value,
    inOrder: (Value) async throws -> Void = { _ in }, whenBegun: () -> Void = {}
  ) async throws -> [Value] {
    try await withThrowingTaskGroup(of: (index: Int, value: Value).self) { group in
      var waiting = enumerated().makeIterator()
      var done: [Int: Value] = [:]
      var values: [Value] = []
      var running = 0
      var hasBegun = false
      while true {
        while running < Swift.max(limit, 1), let (index, element) = waiting.next() {
          try Task.checkCancellation()
          if #available(macOS 26, *) {
            group.addImmediateTask { (index, try await transform(element)) }
          } else {
            group.addTask { (index, try await transform(element)) }
          }
          running += 1
        }
        if !hasBegun { whenBegun() }
        hasBegun = true
        while let value = done.removeValue(forKey: values.count) {
          values.append(value)
          try await inOrder(value)
        }
        guard let next = try await group.next() else { return values }
        running -= 1
        done[next.index] = next.value
      }
    }
  }
}
