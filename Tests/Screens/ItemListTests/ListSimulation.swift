import ItemList
import ItemListTestSupport
import PagedList
import TestSupport
import Testing

/// A list whose effects the test answers from arrays, in any order and at any time. After each step, the state of the
/// list is compared with the arrays.
struct ListSimulation {
  /// An effect that waits for its answer.
  struct PendingEffect {
    var effect: ItemListEffect<ListedItem>
    /// The content at the time of the effect. The answer may be as old as that.
    var asked: PagedContent<ListedItem>
    /// The remaining events of a search in progress.
    var portions: [ItemListEvent<ListedItem>]?
  }

  static let tallest = 10

  var random: SeededGenerator
  var list = ItemListState<ListedItem>()
  var content: PagedContent<ListedItem>
  var questions: [PendingEffect] = []
  /// The number of changes that were not reported to the list yet.
  var untold = 0
  var nextID = 1_000_000
  /// The rows at the time when a filter began; nil if something has changed since.
  var provenance: ItemRows<ListedItem>?
  /// Whether the list follows its end, so that the selection may move by itself.
  var isFollowing = false

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    let count = [0, 1, 7, 60, 400].randomElement(using: &random) ?? 0
    let cached = [0, count / 3, count].randomElement(using: &random) ?? 0
    let server = ListedItem.numbered(1..<count + 1)
    content = PagedContent(
      server: server, cached: Bool.random(using: &random) ? nil : Array(server.prefix(cached)),
      pageSize: [3, 10, 50].randomElement(using: &random) ?? 10)
    act(.fit(height: 5))
    act(.appeared)
  }

  mutating func act(_ action: ItemListAction<Never>) {
    guard !list.mustWait(action) else { return }
    if action == .moveToLast { isFollowing = true }
    if case .fit = action { provenance = nil }
    let before = list
    ask(list.apply(action))
    let isQuiet = untold == 0 && questions.isEmpty
    if action == .beginFilter, before.filter == nil { provenance = isQuiet ? list.all : nil }
    if before.filter != nil, list.filter == nil, let provenance {
      if action == .accept {
        self.provenance = nil
        return
      }
      #expect(list.all.selectedRow == provenance.selectedRow, "the selection is the one before the filter")
      #expect(list.all.top == provenance.top, "the screen is where it was before the filter")
      self.provenance = nil
    }
    check()
  }

  private mutating func ask(_ effects: [ItemListEffect<ListedItem>]) {
    for effect in effects {
      switch effect {
      case .read, .refresh, .load:
        #expect(
          !questions.contains { $0.effect.isSameWork(as: effect) }, "effects of this kind run one at a time: \(effect)")
      case .search, .searchAgain, .readFound, .loadRest:
        // An older effect may still be answered, too late.
        if Bool.random(using: &random) { questions.removeAll { $0.effect.isSameWork(as: effect) } }
      case .stop(let works, _):
        if Bool.random(using: &random) { questions.removeAll { works.contains($0.effect.work) } }
        continue
      case .show, .watch, .spin: continue
      }
      questions.append(PendingEffect(effect: effect, asked: content))
    }
  }

  /// Changes the content.
  mutating func change(_ change: (inout PagedContent<ListedItem>) -> Void) {
    let before = content.generation
    change(&content)
    if content.generation != before {
      untold += 1
      provenance = nil
    }
  }

  mutating func reportChange() {
    guard untold > 0 else { return }
    untold -= Int.random(in: 1...untold, using: &random)
    take(.changed, from: content)
  }

  /// Answers a random effect.
  mutating func answer(failing isFailing: Bool) {
    guard let index = questions.indices.randomElement(using: &random) else { return }
    let question = questions.remove(at: index)
    let isOld = Bool.random(using: &random)
    let source = isOld ? question.asked : content
    let failure = ItemListFailure("the server is gone")
    switch question.effect {
    case .read(let read):
      if isFailing {
        untold += 1  // After a failure, only the next change leads to another read.
        return take(.notRead(failure, number: read.number), from: source)
      }
      let anchor: ListAnchor<Int> = read.item.map { .item($0, orRow: read.row) } ?? .row(read.row)
      // The content has changed since the read, so the change is reported to the list later.
      if isOld, question.asked.generation != content.generation { untold += 1 }
      take(.read(source.window(anchor, before: read.distance, after: read.distance), read), from: source)
    case .readFound(.from, _, _): Issue.record("the content is too short for that")
    case .readFound(.all(let rowKeys), _, let number):
      if isFailing {
        untold += 1
        return take(.readFound([], number: number), from: source)
      }
      take(.readFound(source.items(rowKeys), number: number), from: source)
    case .search(let query, let rows, let number):
      var question = question
      if question.portions == nil {
        if source.generation != content.generation { untold += 1 }
        question.portions = portions(source.rowKeys(query.text, text: \.text), rows: rows, source, number: number)
      }
      guard let next = question.portions?.first else { return }
      question.portions?.removeFirst()
      if question.portions?.isEmpty == false { questions.append(question) }
      take(next, from: source)
    case .searchAgain(let search): answer(search, from: source)
    case .refresh(_, let number):
      if isFailing { return take(.refreshed(.failed(failure), number: number, at: ListUnderTest.now), from: content) }
      change { $0.refresh() }
      take(.refreshed(.done(notice: nil), number: number, at: ListUnderTest.now), from: content)
    case .load(_, let rows, let number):
      if isFailing { return take(.loaded(.failed(failure), number: number), from: content) }
      change { $0.load(rows) }
      take(.loaded(.done(notice: nil), number: number), from: content)
    case .loadRest(let number):
      if isFailing || content.isComplete || list.rest == nil {
        return take(.endedRest(isFailing ? .failed(failure) : .done(notice: nil), number: number), from: content)
      }
      change { $0.loadNext() }
      questions.append(question)
      take(.loadedRest(count: content.list.count, number: number), from: content)
    case .show, .watch, .spin, .stop: break
    }
  }

  private mutating func portions(
    _ rowKeys: [RowKey], rows: Int, _ source: PagedContent<ListedItem>, number: Int
  ) -> [ItemListEvent<ListedItem>] {
    let middle = Int.random(in: 0...rowKeys.count, using: &random)
    let first = Array(rowKeys[..<middle])
    let second = Array(rowKeys[middle...])
    return [
      .found(first, items: source.items(Array(first.prefix(rows))), number: number),
      .found(second, items: first.isEmpty ? source.items(Array(second.prefix(rows))) : [], number: number),
      .searched(nil, number: number),
    ]
  }

  private mutating func answer(_ search: ItemListRead<Int>, from source: PagedContent<ListedItem>) {
    let rowKeys = source.rowKeys(search.query.text, text: \.text)
    let found = source.items(rowKeys)
    let row = max(0, min(found.firstIndex { $0.id == search.item } ?? search.row, found.count - 1))
    let first = max(0, row - search.distance)
    if source.generation != content.generation { untold += 1 }
    take(
      .foundAgain(
        Matches(rowKeys), row: row,
        ItemRows(Array(found.dropFirst(first).prefix(2 * search.distance + 1)), first: first), number: search.number),
      from: source)
  }

  private mutating func take(_ event: ItemListEvent<ListedItem>, from source: PagedContent<ListedItem>) {
    let before = list
    ask(list.receive(event))
    check()
    guard !isFollowing, before.filter?.query == list.filter?.query,
      (before.filter?.found == nil) == (list.filter?.found == nil)
    else { return }
    if case .found = event { return }
    if case .searched = event { return }
    guard let selected = before.shown.selected, let now = list.shown.selected, selected != now else { return }
    if case .loadedRest = event { return }
    #expect(!source.list.contains(selected), "\(selected) is still listed, but \(now) is selected after \(event)")
  }

  private func check() {
    let rows = list.shown
    #expect((0..<max(1, rows.count)).contains(rows.selectedRow))
    #expect(rows.items.count <= 4 * Self.tallest + 1, "the state holds only a window of rows")
    #expect(rows.first >= 0)
    #expect((rows.items.isEmpty || rows.first < rows.count))
  }
}
