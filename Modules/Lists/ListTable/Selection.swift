import Database
import Synchronization

/// Rows of a list's `_search` table: conditions and an order.
struct Selection: Hashable, Sendable {
  /// An ascending order of the rows. Its columns together are unique.
  enum Order: Hashable, Sendable {
    case listed, newest, title

    var columns: [String] {
      switch self {
      case .listed: ["place"]
      case .newest: ["age", "place"]
      case .title: ["folded", "place"]
      }
    }

    /// The end of the name of the index for this order; nil if the table itself has it.
    var index: String? {
      switch self {
      case .listed: nil
      case .newest: "ages"
      case .title: "titles"
      }
    }
  }

  /// A condition in SQL, with values for its question marks.
  struct Condition: Hashable, Sendable {
    var sql: String
    var values: [DatabaseValue] = []
  }

  var order: Order
  var conditions: [Condition] = []
  /// The condition for one half of the list, in an order of two halves.
  var half: Condition?
  /// Whether the rows are found by comparing all titles.
  var readsTitles = false
  /// The greatest number in the `hidden` column that a row may have; nil if no row has a greater one.
  var hiding: Int?

  /// The condition for all rows of the selection.
  var filter: Condition { joined([Condition(sql: order.index == nil ? "place >= 0" : "+place >= 0")]) }

  /// Returns the conditions for the rows from a key up to another; their rows follow each other in the order. SQLite
  /// can seek each of them by an index, however many rows have the same value in the first column.
  func parts(from start: SortKey? = nil, to end: SortKey? = nil) -> [Condition] {
    func rowKeys(from start: SortKey? = nil, to end: SortKey? = nil) -> Condition {
      let first = Condition(sql: "place >= ?", values: [.integer(max(start?.rowKey ?? 0, 0))])
      guard let end else { return first }
      return Condition(sql: "\(first.sql) AND place < ?", values: first.values + [.integer(end.rowKey)])
    }
    guard order.index != nil else { return [joined([rowKeys(from: start, to: end)])] }
    let column = order.columns[0]
    func run(_ value: DatabaseValue, _ rows: Condition) -> Condition {
      joined([Condition(sql: "\(column) = ?", values: [value]), rows])
    }
    if let start, let end, start.lead == end.lead { return [run(start.lead, rowKeys(from: start, to: end))] }
    let bounds = [(start, ">"), (end, "<")].compactMap { key, sign in
      key.map { Condition(sql: "\(column) \(sign) ?", values: [$0.lead]) }
    }
    return [start.map { run($0.lead, rowKeys(from: $0)) }, joined(bounds + [Condition(sql: "+place >= 0")])].compactMap(
      \.self)
      + (end.map { [run($0.lead, rowKeys(to: $0))] } ?? [])
  }

  private func joined(_ others: [Condition]) -> Condition {
    let own = [half, hiding.map { Condition(sql: "hidden <= \($0)") }].compactMap(\.self)
    let all = others + conditions + own
    return Condition(sql: all.map { $0.sql }.joined(separator: " AND "), values: all.flatMap { $0.values })
  }

  var orderSQL: String { order.columns.joined(separator: ", ") }

  /// The order for scans. Sorting the found rows by age is faster than looking up each row through an index that has no
  /// titles.
  var scanOrderSQL: String { order == .newest ? "+\(orderSQL)" : orderSQL }
}

/// The position of a row in an order.
struct SortKey: Hashable, Sendable, Comparable {
  /// The value in the first column of the order; NULL if that is the row key.
  var lead: DatabaseValue
  var rowKey: Int64

  init(_ row: Row, _ order: Selection.Order) {
    lead =
      switch order {
      case .listed: .null
      case .newest: .real(row.real(0))
      case .title: .text(row.text(0) ?? "")
      }
    rowKey = row.integer(order.columns.count - 1)
  }

  static func < (left: Self, right: Self) -> Bool {
    switch (left.lead, right.lead) {
    case (.real(let one), .real(let other)) where one != other: one < other
    case (.text(let one), .text(let other)) where one != other: one.utf8.lexicographicallyPrecedes(other.utf8)
    default: left.rowKey < right.rowKey
    }
  }
}

/// Counts of selections, and the sort keys of every 2,048th row, so that finding a row in the middle of a long list
/// does not count all rows before it. They are discarded when the tables change.
final class SortKeySamples: Sendable {
  /// The part of a selection that was counted.
  struct Known: Sendable {
    /// The number of its rows; nil if it was not counted.
    var count: Int?
    /// The keys of the rows at multiples of `stride`, without row 0.
    var keys: [SortKey] = []
    /// Whether the selection ends before the next multiple.
    var isEnded = false
    /// The row keys of a selection that reads titles, in its order; nil unless it was read and they are few.
    var rowKeys: [Int64]?
    /// Whether the titles were read.
    var isScanned = false
  }

  /// The number of row keys that are remembered of a selection that reads titles. In one with more, the rows are so close
  /// together that little is read to find one.
  static let scanLimit = 32_768

  static let stride = 2_048
  /// The number of selections that are remembered.
  private static let limit = 12

  private struct State {
    var generation: Int64?
    var known: [(selection: Selection, known: Known)] = []
  }

  private let state = Mutex(State())

  /// Returns the counted part of a selection, for tables of a generation.
  func known(_ selection: Selection, _ generation: Int64) -> Known {
    state.withLock { state in
      guard state.generation == generation else { return Known() }
      return state.known.first { $0.selection == selection }?.known ?? Known()
    }
  }

  /// Stores the counted part of a selection.
  func store(_ known: Known, for selection: Selection, _ generation: Int64) {
    state.withLock { state in
      if state.generation != generation { state = State(generation: generation) }
      state.known.removeAll { $0.selection == selection }
      state.known.append((selection, known))
      if state.known.count > Self.limit { state.known.removeFirst() }
    }
  }
}
