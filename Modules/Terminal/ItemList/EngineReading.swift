import Feed
import Messages
import ScreenEnvironment
import StyleGuide

extension ItemListEngine {
  func read(_ read: ItemListRead<Item.ID>) async -> ItemListEvent<Item> {
    do {
      let anchor: Feed<Item>.Anchor = read.item.map { .item($0, orRow: read.row) } ?? .row(read.row)
      return .read(try await feed.window(anchor, read.distance, read.distance), read)
    } catch {
      let advice = Messages.keepingAdvice(error, option: "--cache")
      return .notRead(readingFailure(error), advice: advice, number: read.number)
    }
  }

  func readFound(_ places: [Place], _ number: Int) async -> ItemListEvent<Item> {
    do {
      return .readFound(try await feed.items(places), number: number)
    } catch {
      _ = readingFailure(error)
      return .readFound([], number: number)
    }
  }

  /// Tells of every portion as it is found; the items come with the first that holds any, so that the rows of a new query
  /// are shown in one step.
  func search(_ query: String, inTexts: Bool, rows: Int, _ number: Int) async -> ItemListEvent<Item> {
    do {
      var isFirst = true
      for try await places in inTexts ? feed.searchTexts(query) : feed.search(query) {
        let items = isFirst && !places.isEmpty ? try await feed.items(Array(places.prefix(rows))) : []
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
      let found = search.inTexts ? feed.searchTexts(search.query) : feed.search(search.query)
      for try await places in found { matches.append(places) }
      try Task.checkCancellation()
      let row = try await row(of: search, in: matches)
      let around = rows(around: row, search.distance, count: matches.count)
      let items = try await feed.items(matches[around])
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
    if let index = try await feed.items(matches[near]).firstIndex(where: { $0.id == id }) {
      return near.lowerBound + index
    }
    guard let wanted = try await listRow(of: id) else { return search.row }
    var (low, high) = (0, matches.count)
    while low < high {
      let middle = (low + high) / 2
      guard let item = try await feed.items(matches[middle..<middle + 1]).first,
        let row = try await listRow(of: item.id)
      else { return search.row }
      if row < wanted { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private func listRow(of id: Item.ID) async throws -> Int? {
    let window = try await feed.window(.item(id, orRow: 0), 0, 0)
    return window.items.first?.id == id ? window.anchor : nil
  }

  private func readingFailure(_ error: any Error) -> String? {
    guard !(error is CancellationError) else { return nil }
    let clause = Messages.notRead(error)
    environment.report("\(clause.sentence) \(Messages.keepingAdvice(error, option: "--cache"))")
    return clause
  }
}
