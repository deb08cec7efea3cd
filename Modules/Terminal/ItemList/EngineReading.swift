import Feed
import Messages
import ScreenEnvironment
import StyleGuide

extension ItemListEngine {
  func read(_ read: ItemListRead<Item.ID>) async -> ItemListEvent<Item> {
    do {
      let anchor: ListAnchor<Item.ID> = read.item.map { .item($0, orRow: read.row) } ?? .row(read.row)
      return .read(try await feed.list.window(read.query, anchor, read.distance, read.distance), read)
    } catch {
      let advice = Messages.keepingAdvice(error, option: "--cache")
      return .notRead(readingFailure(error), advice: advice, number: read.number)
    }
  }

  func readFound(_ places: [Place], _ number: Int) async -> ItemListEvent<Item> {
    do {
      return .readFound(try await feed.list.items(places), number: number)
    } catch {
      _ = readingFailure(error)
      return .readFound([], number: number)
    }
  }

  /// Tells of every portion as it is found; the items come with the first that holds any, so that the rows of a new query
  /// are shown in one step.
  func search(_ query: ListQuery, rows: Int, _ number: Int) async -> ItemListEvent<Item> {
    do {
      var isFirst = true
      for try await places in feed.list.search(query) {
        let items = isFirst && !places.isEmpty ? try await feed.list.items(Array(places.prefix(rows))) : []
        if !places.isEmpty { isFirst = false }
        _ = tell(.found(places, items: items, number: number))
      }
      return .searched(nil, number: number)
    } catch {
      return .searched(readingFailure(error), number: number)
    }
  }

  func searchAgain(_ search: ItemListSearch<Item.ID>) async -> ItemListEvent<Item> {
    do {
      var matches = Matches()
      for try await places in feed.list.search(search.query) { matches.append(places) }
      try Task.checkCancellation()
      let row = try await row(of: search, in: matches)
      let around = rows(around: row, search.distance, count: matches.count)
      let items = try await feed.list.items(matches[around])
      return .foundAgain(matches, row: row, ItemRows(items, first: around.lowerBound), number: search.number)
    } catch {
      return .searched(readingFailure(error), number: search.number)
    }
  }

  /// Where the item of a search stands in what was found, or would stand if it were there. It is near where it stood,
  /// mostly; where not, what was found is halved until it is.
  private func row(of search: ItemListSearch<Item.ID>, in matches: Matches) async throws -> Int {
    guard let id = search.item, matches.count > 0 else { return search.row }
    let near = rows(around: search.row, search.distance, count: matches.count)
    if let index = try await feed.list.items(matches[near]).firstIndex(where: { $0.id == id }) {
      return near.lowerBound + index
    }
    guard let wanted = try await listRow(of: id, search.query) else { return search.row }
    var (low, high) = (0, matches.count)
    while low < high {
      let middle = (low + high) / 2
      guard let item = try await feed.list.items(matches[middle..<middle + 1]).first,
        let row = try await listRow(of: item.id, search.query)
      else { return search.row }
      if row < wanted { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The row of an item among all that a query finds without its text.
  private func listRow(of id: Item.ID, _ query: ListQuery) async throws -> Int? {
    var query = query
    query.text = ""
    let window = try await feed.list.window(query, .item(id, orRow: 0), 0, 0)
    return window.items.first?.id == id ? window.anchor : nil
  }

  private func readingFailure(_ error: any Error) -> String? {
    guard !(error is CancellationError) else { return nil }
    let clause = Messages.notRead(error)
    environment.report("\(clause.sentence) \(Messages.keepingAdvice(error, option: "--cache"))")
    return clause
  }
}
