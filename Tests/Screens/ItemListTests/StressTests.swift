import ItemList
import ItemListTestSupport
import LineEditor
import PagedList
import StyleGuide
import TestSupport
import Testing

/// Thousands of random steps. Whatever their order, the list ends up with the same rows as an array, and the selected
/// item stays selected all the time.
struct StressTests {
  @Test(arguments: 0..<60 as Range<UInt64>)
  func `the list matches an array after random steps`(seed: UInt64) {
    var simulation = ListSimulation(seed: seed)
    for step in 0..<400 {
      simulation.step()
      if step % 40 == 39 { simulation.settle() }
    }
  }
}

extension ListSimulation {
  mutating func step() {
    switch Int.random(in: 0..<100, using: &random) {
    case ..<45: answer(failing: Int.random(in: 0..<12, using: &random) == 0)
    case ..<55: reportChange()
    case ..<63: mutateServer()
    case ..<65: change { $0.load(0..<$0.pageSize) }
    default: act(randomAction())
    }
  }

  private mutating func randomAction() -> ItemListAction<Never> {
    let step = [1, -1, 3, 5, -5, 17, 200, -200, .max, .min].randomElement(using: &random) ?? 1
    let row = Int.random(in: 0...450, using: &random)
    let digit = ["1", "7", "12", "title", "x", " "].randomElement(using: &random) ?? ""
    let actions: [ItemListAction<Never>] = [
      .move(by: step), .move(by: 1), .move(by: -1), .moveToFirst, .moveToLast, .open, .click(line: row % 7), .reload,
      .beginFilter, .edit(.insert(digit)), .edit(.insert(digit)), .edit(.deleteLeft), .edit(.deleteBlankWordLeft),
      .edit(.deleteToStart), .accept, .accept, .cancel, .cancel, .beginNumber, .edit(.insert(String(row))),
      .fit(height: row % 9 + 1), .fit(height: 5),
    ]
    return actions.randomElement(using: &random) ?? .reload
  }

  private mutating func mutateServer() {
    let count = content.server.count
    let rowKey = Int.random(in: 0...content.server.count, using: &random)
    switch Int.random(in: 0..<5, using: &random) {
    case 0: content.server.insert(contentsOf: newItems(Int.random(in: 1...8, using: &random)), at: 0)
    case 1: content.server.insert(contentsOf: newItems(2), at: rowKey)
    case 2 where count > 2: content.server.removeSubrange(rowKey / 2..<min(count, rowKey / 2 + 3))
    case 3 where count > 1: content.server.swapAt(rowKey % count, count / 2)
    default: content.server.append(contentsOf: newItems(4))
    }
  }

  private mutating func newItems(_ count: Int) -> [ListedItem] {
    nextID += count
    return ListedItem.numbered(nextID - count..<nextID)
  }

  /// Answers all effects, and compares the list with the array.
  mutating func settle() {
    var steps = 0
    while !questions.isEmpty || untold > 0 {
      if questions.isEmpty || Bool.random(using: &random) { reportChange() } else { answer(failing: false) }
      steps += 1
      if steps == 2_000 { return { #expect(questions.isEmpty, "the list never stops sending effects") }() }
    }
    isFollowing = false
    compare(list.all, content.list, "all")
    #expect(list.isComplete == content.isComplete)
    #expect(list.isRead)
    #expect(!list.isRefreshing)
    #expect(list.rest == nil)
    #expect(!list.isLoadingMore)
    if let filter = list.filter, let found = filter.found {
      compare(found.rows, content.items(content.rowKeys(filter.query, text: \.text)), "/\(filter.query)")
    }
    for action in [ItemListAction<Never>.move(by: 1), .moveToLast, .open, .click(line: 0), .accept] {
      #expect(!list.mustWait(action), "\(action) never stops waiting")
    }
  }

  private func compare(_ rows: ItemRows<ListedItem>, _ expected: [ListedItem], _ what: Comment) {
    #expect(rows.count == expected.count, what)
    #expect(rows.items == Array(expected.dropFirst(rows.first).prefix(rows.items.count)), what)
    #expect(rows.count == 0 || rows.selected != nil, what)
    let screen = max(0, rows.selectedRow - list.height)..<min(rows.count, rows.selectedRow + list.height)
    #expect(screen.allSatisfy { rows[$0] != nil }, what)
  }
}
