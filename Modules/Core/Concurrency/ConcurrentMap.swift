extension Sequence where Element: Sendable {
  /// What comes of the elements, in their order, of which at most `limit` are worked on at once: as soon as one is done
  /// the next begins. The first failure cancels the others.
  ///
  /// They begin in their order: each gets as far as it does without waiting before the next one begins. Before macOS 26
  /// that is so in most cases only.
  ///
  /// - `inOrder`: is given each value as soon as it and all before it are there.
  /// - `whenBegun`: called once, when all have begun, or as many as there may be at once.
  /// - Throws: what `transform` or `inOrder` throws first, or `CancellationError`; nothing more is begun then.
  public func concurrentMap<Value: Sendable>(
    limit: Int, _ transform: @escaping @Sendable (Element) async throws -> Value,
    inOrder: (Value) async throws -> Void = { _ in }, whenBegun: () -> Void = {}
  ) async throws -> [Value] {
    try await withThrowingTaskGroup(of: (index: Int, value: Value).self) { group in
      var waiting = enumerated().makeIterator()
      var done: [Int: Value] = [:]
      var values: [Value] = []
      var (running, hasBegun) = (0, false)
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
