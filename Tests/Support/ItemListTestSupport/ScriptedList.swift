import CachedResource
public import Essentials
public import Observed
public import PagedList

/// A paged list controlled by a test, which sees its calls and decides about its content and the time of its answers.
public struct ScriptedList<Item: Equatable & Identifiable & Sendable>: Sendable where Item.ID: Sendable {
  /// A call of the list.
  public enum Call: Hashable, Sendable {
    /// A window of rows around a row or an item.
    case window
    /// A number of items that a search found.
    case items(Int)
    /// A search.
    case search(String)
    /// A refresh.
    case refresh
    /// A load of some rows.
    case load(Range<Int>)
    /// A load of the next page.
    case next
  }

  /// The content of the list.
  public let content: Observed<PagedContent<Item>>
  /// The calls so far, oldest first.
  public let calls = Observed<[Call]>([])
  /// The date when the server last sent the first page.
  public let fetchedAt: Observed<Date?>
  private let text: @Sendable (Item) -> String
  private let portion: Int
  private let answer: @Sendable (Call) async throws -> Void

  /// - Parameters:
  ///   - portion: The number of rows that a search examines before it yields its results.
  ///   - answer: Called before every answer. It may wait, or throw the error to answer with.
  public init(
    _ content: PagedContent<Item>, fetchedAt: Date? = nil, portion: Int = 1_000,
    text: @escaping @Sendable (Item) -> String,
    answer: @escaping @Sendable (_ call: Call) async throws -> Void = { _ in }
  ) {
    self.content = Observed(content)
    self.fetchedAt = Observed(fetchedAt ?? (content.pages.isEmpty ? nil : .distantPast))
    self.text = text
    self.portion = portion
    self.answer = answer
  }

  private func ask(_ call: Call) async throws {
    calls.update { $0.append(call) }
    try await answer(call)
  }

  /// Changes the content, and counts that as a change of the stored pages.
  public func change(_ change: @escaping @Sendable (inout PagedContent<Item>) -> Void) {
    content.update {
      change(&$0)
      $0.generation += 1
    }
  }

  /// The list.
  public var list: PagedList<Item> {
    PagedList(
      reader: ListReader(
        window: { _, anchor, before, after in
          try await ask(.window)
          var window = content.value.window(anchor, before: before, after: after)
          window.fetchedAt = fetchedAt.value
          return window
        },
        count: { _ in content.value.list.count },
        items: { rowKeys in
          try await ask(.items(rowKeys.count))
          return content.value.items(rowKeys)
        },
        flags: { _ in [:] },
        search: { query, first in
          stream { yield in
            try await ask(.search(query.text))
            let rowKeys = content.value.rowKeys(query.text, text: text).drop { first != nil && $0 != first }
            let count = content.value.list.count
            for start in stride(from: 0, to: max(1, count), by: portion) {
              let rows = Int64(start)..<Int64(start + portion)
              yield(rowKeys.filter { rows.contains($0.number & (1 << 32 - 1)) })
              try Task.checkCancellation()
            }
          }
        },
        ids: { _ in stream { yield in yield(content.value.list.map(\.id)) } },
        changes: ChangeSignal { notify in
          let generation = Observed(content.value.generation)
          return content.changes.watch {
            let now = content.value.generation
            if generation.replace(with: now) != now { notify() }
          }
        }),
      refresh: {
        try await ask(.refresh)
        fetchedAt.update { $0 = .distantPast }
        content.update { $0.refresh() }
        return Refreshed()
      },
      load: { _, rows in
        try await ask(.load(rows))
        content.update { $0.load(rows) }
        return Refreshed()
      },
      loadRest: {
        stream { yield in
          while !content.value.isComplete {
            try await ask(.next)
            content.update { $0.loadNext() }
            yield(content.value.list.count)
          }
        }
      },
      walk: { _, _ in AsyncThrowingStream { $0.finish() } }, prewarm: {})
  }
}

private func stream<Element: Sendable>(
  _ work: @escaping @Sendable (_ yield: @Sendable (Element) -> Void) async throws -> Void
) -> AsyncThrowingStream<Element, any Error> {
  AsyncThrowingStream { continuation in
    let task = Task {
      do {
        try await work { continuation.yield($0) }
        continuation.finish()
      } catch {
        continuation.finish(throwing: error)
      }
    }
    continuation.onTermination = { _ in task.cancel() }
  }
}
