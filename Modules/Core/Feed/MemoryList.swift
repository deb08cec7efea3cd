import Essentials
import ItemsLoader
import Paging

/// What a store in memory keeps: the pages as arrays.
struct MemoryList<Item: Identifiable & Equatable & Sendable>: Sendable where Item.ID: Sendable {
  struct Row: Sendable {
    var item: Item
    var place: Place
    /// What came with it when it was asked for by itself.
    var single: (validator: String?, fetchedAt: Date)?
  }

  struct ListPage: Sendable {
    var header: PageHeader
    var validator: String?
    var rows: [Row]
  }

  private(set) var pages: [ListPage] = []
  /// Items that are on no page.
  private var unlisted: [Item.ID: Row] = [:]
  private var places: [Item.ID: Place] = [:]
  /// When items came that were new to the list; of those that went away, that they were there.
  private var past: [Item.ID: Date] = [:]
  private var isEndKnown = false
  private static var nowhere: Place { Place(-1) }

  var count: Int { pages.reduce(0) { $0 + $1.rows.count } }

  func row(_ id: Item.ID) -> Row? {
    guard let place = places[id] else { return nil }
    return place.page < 0 ? unlisted[id] : pages[place.page].rows.first { $0.item.id == id }
  }

  /// The items that are on no page.
  var unlistedCopies: [StoredCopy<Item>] {
    unlisted.values.compactMap { row in
      row.single.map { StoredCopy(row.item, fetchedAt: $0.fetchedAt, validator: $0.validator) }
    }
  }

  mutating func replace(_ update: PageUpdate<Item>) -> PageOutcome<Item> {
    let (number, items) = (update.number, update.page.items)
    let ids = Positions(count: items.count) { items[$0].id }
    var plan = PagePlan(page: number, ids: ids, kept: { places[items[$0].id] }, checked: update.checked)
    var (next, linkFailure) = (update.page.next, update.page.linkFailure)
    let hasNothingNew =
      plan.listed.isEmpty && number + 1 >= PagePlan<Item.ID>.pagesWithoutNewLimit
      && pages.prefix(number).suffix(PagePlan<Item.ID>.pagesWithoutNewLimit - 1).allSatisfy(\.rows.isEmpty)
    if let target = next,
      hasNothingNew || target == update.cursor || pages.prefix(number).contains(where: { $0.header.cursor == target })
    {
      linkFailure = .leadsInCircles
    }
    if linkFailure != nil {
      let kept = pages.indices.contains(number) ? pages[number].header : nil
      next = kept?.cursor == update.cursor ? kept?.next : nil
    }
    let listed = plan.listed.map { items[$0] }
    guard number == 0 || pages.indices.contains(number - 1) && pages[number - 1].header.next == update.cursor else {
      return PageOutcome(
        isKept: false, items: listed, next: next, isNextKept: false, linkFailure: linkFailure, count: count)
    }
    let own = number < pages.count ? pages[number].rows : []
    let takesMore = next != nil && pages.indices.contains(number + 1) && !update.checked.contains(number + 1)
    if count > 0 {
      for index in plan.arrivals(pageCount: pages.count, isEndKnown: isEndKnown) where past[items[index].id] == nil {
        past[items[index].id] = update.fetchedAt
      }
    }
    if next == nil, !update.isPart { isEndKnown = true }
    // One that is on the page and was before is always listed.
    let left = own.filter { ids.first($0.item.id) == nil }
    plan.dismiss(
      left.map(\.place), of: own.count,
      to: takesMore ? pages[number + 1].rows.first?.place ?? Place(page: number + 1, position: 0) : nil)
    apply(plan, left.map(\.item.id), listed: listed, to: update, next: next, linkFailure: linkFailure)
    return PageOutcome(
      items: listed, next: next,
      isNextKept: pages.indices.contains(number + 1) && pages[number + 1].header.cursor == next,
      linkFailure: linkFailure, count: count)
  }

  private mutating func apply(
    _ plan: PagePlan<Item.ID>, _ left: [Item.ID], listed: [Item], to update: PageUpdate<Item>, next: Cursor?,
    linkFailure: LinkFailure?
  ) {
    let number = update.number
    let header = PageHeader(cursor: update.cursor, next: next, fetchedAt: update.fetchedAt)
    let validator = plan.isWhole && linkFailure == nil && update.page.unreadable == 0 ? update.validator : nil
    for page in plan.robbed { pages[page].validator = nil }
    for index in plan.gone { remove(left[index]) }
    var pushed: [Row] = []
    for (index, place) in plan.pushedDown {
      guard var row = take(left[index]) else { continue }
      row.place = place
      places[left[index]] = place
      pushed.append(row)
    }
    if !pushed.isEmpty { pages[number + 1].rows.insert(contentsOf: pushed, at: 0) }
    let rows = listed.enumerated().map { position, item in
      let place = Place(page: number, position: position)
      let before = take(item.id)
      places[item.id] = place
      return Row(item: item, place: place, single: before?.item == item ? before?.single : nil)
    }
    let page = ListPage(header: header, validator: validator, rows: rows)
    if number < pages.count { pages[number] = page } else { pages.append(page) }
    if next == nil {
      for row in pages.dropFirst(number + 1).flatMap(\.rows) { remove(row.item.id) }
      pages.removeSubrange((number + 1)...)
    }
  }

  /// What came from the page before is on no page.
  mutating func dropPushedDown(_ number: Int) {
    for row in pages[number].rows where row.place.isPushedDown { remove(row.item.id) }
  }

  func arrivals(after date: Date, _ limit: Int) -> [Item.ID] {
    Array(past.lazy.filter { $0.value > date && places[$0.key].map { $0.page >= 0 } ?? false }.map(\.key).prefix(limit))
  }

  /// Takes an item off its page; one that was asked for by itself stays, unlisted.
  mutating func remove(_ id: Item.ID) {
    if past[id] == nil { past[id] = .distantPast }
    guard let row = take(id), row.single != nil else { return }
    places[id] = Self.nowhere
    unlisted[id] = row
  }

  mutating func insert(_ copy: StoredCopy<Item>) {
    let id = copy.value.id
    let single = (copy.validator, copy.fetchedAt)
    if let place = places[id], place.page >= 0,
      let index = pages[place.page].rows.firstIndex(where: { $0.item.id == id })
    {
      if pages[place.page].rows[index].item != copy.value { pages[place.page].validator = nil }
      pages[place.page].rows[index] = Row(item: copy.value, place: place, single: single)
    } else {
      places[id] = Self.nowhere
      unlisted[id] = Row(item: copy.value, place: Self.nowhere, single: single)
    }
  }

  /// Forgets what is known of an item by itself.
  mutating func forget(_ id: Item.ID) {
    guard let place = places[id] else { return }
    if place.page < 0 {
      _ = take(id)
    } else if let index = pages[place.page].rows.firstIndex(where: { $0.item.id == id }) {
      pages[place.page].rows[index].single = nil
    }
  }

  mutating func forgetSingles() {
    for id in Array(places.keys) { forget(id) }
  }

  private mutating func take(_ id: Item.ID) -> Row? {
    guard let place = places.removeValue(forKey: id) else { return nil }
    if place.page < 0 { return unlisted.removeValue(forKey: id) }
    guard let index = pages[place.page].rows.firstIndex(where: { $0.item.id == id }) else { return nil }
    return pages[place.page].rows.remove(at: index)
  }
}
