import Messages
import PagedList
import Screen
import StyleGuide

/// Reading the cached rows.
extension ItemListEngine {
  func read(_ read: ItemListRead<Item.ID>) async -> ItemListEvent<Item> {
    do {
      let anchor: ListAnchor<Item.ID> = read.item.map { .item($0, orRow: read.row) } ?? .row(read.row)
      return .read(try await list.reader.window(read.query, anchor, read.distance, read.distance), read)
    } catch {
      return .notRead(readingFailure(error), number: read.number)
    }
  }

  func readFound(_ part: Matches.Part, _ query: ListQuery, _ number: Int) async -> ItemListEvent<Item> {
    do {
      return .readFound(try await items(part, query), number: number)
    } catch {
      _ = readingFailure(error)
      return .readFound([], number: number)
    }
  }

  /// Searches, and reports each portion of matches. Items come with the first portion that has any, so that the rows
  /// for a new text appear in one step.
  func search(_ query: ListQuery, rows: Int, _ number: Int) async -> ItemListEvent<Item> {
    do {
      var isFirst = true
      for try await rowKeys in list.reader.search(query, nil) where !rowKeys.isEmpty {
        let items = isFirst ? try await list.reader.items(Array(rowKeys.prefix(rows))) : []
        isFirst = false
        _ = receive(.found(rowKeys, items: items, number: number))
      }
      return .searched(nil, number: number)
    } catch {
      return .searched(readingFailure(error), number: number)
    }
  }

  func searchAgain(_ read: ItemListRead<Item.ID>) async -> ItemListEvent<Item> {
    do {
      var matches = Matches()
      for try await rowKeys in list.reader.search(read.query, nil) { matches.append(rowKeys) }
      try Task.checkCancellation()
      let row = try await row(of: read, in: matches)
      let around = rows(around: row, read.distance, count: matches.count)
      let items = try await items(matches[around], read.query)
      return .foundAgain(matches, row: row, ItemRows(items, first: around.lowerBound), number: read.number)
    } catch {
      return .searched(readingFailure(error), number: read.number)
    }
  }

  private func items(_ part: Matches.Part, _ query: ListQuery) async throws -> [Item] {
    switch part {
    case .all(let rowKeys): return try await list.reader.items(rowKeys)
    case .from(let first, let skipped, let count):
      var found: [RowKey] = []
      for try await rowKeys in list.reader.search(query, first) {
        found += rowKeys
        if found.count >= skipped + count { break }
      }
      try Task.checkCancellation()
      return try await list.reader.items(Array(found.dropFirst(skipped).prefix(count)))
    }
  }

  /// Returns the row of an item among matches, or of the first one after it. The item is usually near its old row; if not,
  /// the list searches once more.
  private func row(of read: ItemListRead<Item.ID>, in matches: Matches) async throws -> Int {
    guard let id = read.item, matches.count > 0 else { return read.row }
    let near = rows(around: read.row, read.distance, count: matches.count)
    if let index = try await items(matches[near], read.query).firstIndex(where: { $0.id == id }) {
      return near.lowerBound + index
    }
    return try await list.reader.window(read.query, .item(id, orRow: read.row), 0, 0).anchor
  }

  private func readingFailure(_ error: any Error) -> ItemListFailure? {
    guard !(error is CancellationError) else { return nil }
    let advice = Messages.savingAdvice(error, option: "--cache")
    var failure = ItemListFailure(Messages.notRead(error), advice: advice)
    failure.isOfReading = true
    environment.report("\(failure.reason.sentence) \(advice)")
    return failure
  }
}
