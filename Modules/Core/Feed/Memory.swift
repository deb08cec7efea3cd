public import Essentials
import ItemsLoader
import Observed
import Paging
import Store
import Synchronization
import TextSearch

extension FeedStore where Item: Equatable {
  /// Behaves, and forgets at exit.
  /// - Parameters:
  ///   - text: what a search looks at.
  ///   - fullText: all that a search may look at; nil where there is no more than `text`.
  ///   - date: when an item was written, if that is known.
  public static func memory(
    text: @escaping @Sendable (Item) -> String = { "\($0.id)" },
    date: @escaping @Sendable (Item) -> Date? = { _ in nil }, fullText: (@Sendable (Item) -> String)? = nil
  ) -> Self {
    let shelf = Shelf<Item>()
    @Sendable func search(_ text: @escaping @Sendable (Item) -> String) -> Search {
      { query, start in
        let query = TextSearch.Query(query)
        let rows = shelf.read { $0.pages.flatMap(\.rows) }.filter { $0.place >= start }
        return SearchPortion(places: rows.filter { query.matches(text($0.item)) }.map(\.place), rest: nil)
      }
    }
    var store = Self(
      window: { anchor, before, after in shelf.read { $0.window(anchor, before: before, after: after) } },
      items: { places in
        shelf.read { list in
          let rows = Dictionary(uniqueKeysWithValues: list.pages.flatMap(\.rows).map { ($0.place, $0.item) })
          return places.compactMap { rows[$0] }
        }
      },
      search: search(text),
      keys: { order, start in
        let rows = shelf.read { $0.pages.flatMap(\.rows) }.filter { $0.place >= start }
        let sorted = order.sorted(rows, title: { TextSearch.folded(text($0.item)) }, date: { date($0.item) })
        return (sorted.map { FeedKey(place: $0.place, id: $0.item.id) }, nil)
      },
      places: { ids in
        shelf.read { list in
          let places = ids.compactMap { id in list.row(id).map { (id, $0.place) } }
          return Dictionary(places.filter { $0.1.page >= 0 }) { first, _ in first }
        }
      },
      changes: shelf.changes.signal,
      text: text,
      date: date,
      header: { number in shelf.read { $0.page(number)?.header } },
      extent: { rows in shelf.read { $0.extent(rows) } },
      page: { number in shelf.read { $0.page(number)?.rows.map(\.item) } },
      validator: { number, cursor in
        shelf.read { $0.page(number).flatMap { $0.header.cursor == cursor ? $0.validator : nil } }
      },
      replaceSome: { updates in
        shelf.write { list in PageUpdate.inTurn(updates) { list.replace($0) } }
      },
      confirm: { number, cursor, validator in
        let isSame = shelf.read { list in
          list.page(number).map { $0.header.cursor == cursor && $0.validator == validator } ?? false
        }
        guard isSame else { return nil }
        if shelf.read({ $0.page(number)?.rows.first?.place.isPushedDown == true }) {
          shelf.write { $0.dropPushedDown(number) }
        }
        return shelf.read { list in
          list.page(number).map { page in
            PageOutcome(
              items: nil, next: page.header.next,
              isNextKept: page.header.next != nil && list.page(number + 1)?.header.cursor == page.header.next,
              count: list.count)
          }
        }
      },
      singles: Store(
        value: { id in
          shelf.read { list in
            list.row(id).map { row in
              StoredCopy(
                row.item,
                fetchedAt: row.single?.fetchedAt ?? list.page(row.place.page)?.header.fetchedAt ?? .distantPast,
                validator: row.single?.validator)
            }
          }
        },
        insert: { copy, _ in shelf.write { $0.insert(copy) } },
        remove: { id in shelf.write { $0.forget(id) } },
        removeAll: { shelf.write { $0.forgetSingles() } }, changes: shelf.changes.signal))
    store.arrivals = { date, limit in shelf.read { $0.arrivals(after: date, limit) } }
    store.unlisted = { shelf.read { $0.unlistedCopies } }
    store.removeAll = { shelf.write { $0 = MemoryList() } }
    store.fullText = fullText
    if let fullText { store.searchTexts = search(fullText) }
    return store
  }
}

extension MemoryList {
  func page(_ number: Int) -> ListPage? { pages.indices.contains(number) ? pages[number] : nil }

  func window(_ anchor: Feed<Item>.Anchor, before: Int, after: Int) -> Feed<Item>.Window {
    let rows = pages.flatMap(\.rows)
    let wanted: Int =
      switch anchor {
      case .row(let row): row
      case .item(let id, let row): rows.firstIndex { $0.item.id == id } ?? row
      }
    let row = max(0, min(wanted, rows.count - 1))
    let range = max(0, row - max(0, before))..<min(rows.count, row + 1 + min(max(0, after), rows.count))
    return Feed.Window(
      rows[range].map(\.item), first: range.lowerBound, anchor: row, count: rows.count,
      isComplete: pages.last.map { $0.header.next == nil } ?? false, fetchedAt: pages.first?.header.fetchedAt)
  }

  func extent(_ rows: Range<Int>) -> PageExtent {
    var first = 0
    var numbers: [Int] = []
    for (number, page) in pages.enumerated() {
      let holds = !rows.clamped(to: first..<first + page.rows.count).isEmpty
      if holds || page.rows.isEmpty && numbers.last == number - 1 { numbers.append(number) }
      first += page.rows.count
    }
    return PageExtent(
      pages: (numbers.first ?? 0)..<(numbers.last ?? -1) + 1, pageCount: pages.count, count: count)
  }
}

private final class Shelf<Item: Identifiable & Equatable & Sendable>: Sendable where Item.ID: Sendable {
  private let list = Mutex(MemoryList<Item>())
  let changes = ChangeSource()

  func read<Value>(_ work: (MemoryList<Item>) -> Value) -> Value {
    work(list.withLock { $0 })
  }

  func write<Value: Sendable>(_ work: (inout MemoryList<Item>) -> Value) -> Value {
    defer { changes.send() }
    return list.withLock { work(&$0) }
  }
}
