import Essentials
import ItemsLoader
import Paging

extension Loader {
  /// The pages that hold some rows, unless they were asked for, and what comes behind the last.
  func load(_ rows: Range<Int>) async throws -> Refreshed {
    guard failure == nil else { return Refreshed() }
    let wasKept = keepingFailure == nil
    var ending: LinkFailure?
    let extent = try await store.extent(rows)
    let isBeyond = rows.upperBound > extent.count
    var pages = Array(extent.pages)
    if isBeyond, extent.pageCount > 0, pages.last != extent.pageCount - 1 { pages.append(extent.pageCount - 1) }
    pages.removeAll(where: checked.contains)
    while !pages.isEmpty {
      let some = pages.prefix(Ahead<Item>.limit)
      pages.removeFirst(some.count)
      try await withThrowingTaskGroup(of: Step?.self) { group in
        for page in some { group.addTask { try await self.share(page) } }
        for try await step in group { ending = step?.outcome.endsBecause ?? ending }
      }
    }
    if isBeyond {
      var page = try await store.extent(0..<0).pageCount
      let count = try await store.extent(0..<0).count
      // A page without anything new is not what was asked for.
      while let step = try await share(page) {
        ending = step.outcome.endsBecause ?? ending
        if step.outcome.next == nil || step.outcome.count > count { break }
        page += 1
      }
    }
    return Refreshed(keepingFailure: wasKept ? keepingFailure : nil, endsBecause: ending)
  }

  func isChecked(_ page: Int) -> Bool { checked.contains(page) }
}

/// Loads what is behind the last kept item.
struct Rest<Item: Identifiable & Equatable & Sendable>: Sendable where Item.ID: Sendable {
  private let loader: Loader<Item>
  private let ahead: Ahead<Item>
  private var isAtEnd = false

  init(_ loader: Loader<Item>) {
    self.loader = loader
    ahead = Ahead(loader)
  }

  /// How many items are kept after another page; nil at the end.
  mutating func next() async throws -> Int? {
    // An answer that comes too late, because the list was asked for anew, does not count.
    for _ in 0..<3 where !isAtEnd {
      let store = await loader.store
      let pages = try await store.extent(0..<0).pageCount
      var (page, cursor) = (0, Cursor?.none)
      if pages > 0 {
        page = await loader.isChecked(pages - 1) ? pages : pages - 1
        if page > 0 {
          cursor = try await store.header(page - 1)?.next
          if cursor == nil { break }
        }
      }
      await ahead.send(from: page, cursor)
      guard let step = try await loader.share(page, ahead.take(page)) else { continue }
      await ahead.learn(step, page)
      isAtEnd = step.outcome.next == nil
      return step.outcome.count
    }
    isAtEnd = true
    return nil
  }
}
