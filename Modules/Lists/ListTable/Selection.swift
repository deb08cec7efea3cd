import Database
import Synchronization

/// Rows of a list's narrow table: conditions and an order.
struct Selection: Hashable, Sendable {
  /// An order of the rows, by columns that grow; no two rows have the same values in all of them.
  enum Order: Hashable, Sendable {
    case listed, newest, title

    var columns: [String] {
      switch self {
      case .listed: ["place"]
      case .newest: ["age", "place"]
      case .title: ["folded", "place"]
      }
    }

    /// The name of the index in this order, after that of the table; nil where the table itself has it.
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

  /// All rows of the selection.
  var filter: Condition { joined([Condition(sql: order.index == nil ? "place >= 0" : "+place >= 0")]) }

  /// The rows from a key on and before another, as conditions one behind the other in the order. Each is what SQLite seeks by
  /// an index, however many rows have the same value in its first column.
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
    let all = others + conditions
    return Condition(sql: all.map(\.sql).joined(separator: " AND "), values: all.flatMap(\.values))
  }

  var orderSQL: String { order.columns.joined(separator: ", ") }

  /// The order for rows that a scan finds. Sorting those takes less than looking each row up by an index without titles.
  var scanOrderSQL: String { order == .newest ? "+\(orderSQL)" : orderSQL }
}

/// The values of a row in the columns of an order.
struct SortKey: Hashable, Sendable, Comparable {
  var values: [DatabaseValue]

  init(_ row: Row, _ order: Selection.Order) {
    values = order.columns.indices.map { index in
      switch order.columns[index] {
      case "folded": .text(row.text(index) ?? "")
      case "age": .real(row.real(index))
      default: .integer(row.integer(index))
      }
    }
  }

  /// The value in the first column of the order.
  var lead: DatabaseValue { values[0] }

  var rowKey: Int64 { if case .integer(let rowKey)? = values.last { rowKey } else { 0 } }

  static func < (left: Self, right: Self) -> Bool {
    for case (let one, let other) in zip(left.values, right.values) where one != other {
      switch (one, other) {
      case (.integer(let one), .integer(let other)): return one < other
      case (.real(let one), .real(let other)): return one < other
      case (.text(let one), .text(let other)): return one.utf8.lexicographicallyPrecedes(other.utf8)
      default: return false
      }
    }
    return false
  }
}

/// Counts of selections, and the keys of every so many of their rows: a row in the middle of a long list is found without
/// counting all before it. Nothing of it is older than the tables.
final class Landmarks: Sendable {
  /// A selection as far as it was counted.
  struct Known: Sendable {
    /// The number of its rows.
    var count: Int?
    /// The keys of the rows at multiples of `stride`, from the second on.
    var keys: [SortKey] = []
    /// Whether there is no row at the next multiple.
    var isEnded = false
  }

  static let stride = 2_048
  /// As many selections are remembered.
  private static let limit = 12

  private struct State {
    var generation: Int64?
    var known: [(selection: Selection, known: Known)] = []
  }

  private let state = Mutex(State())

  /// Returns what is known of a selection in tables of a generation.
  func known(_ selection: Selection, _ generation: Int64) -> Known {
    state.withLock { state in
      guard state.generation == generation else { return Known() }
      return state.known.first { $0.selection == selection }?.known ?? Known()
    }
  }

  /// Remembers what is known of a selection.
  func learn(_ known: Known, _ selection: Selection, _ generation: Int64) {
    state.withLock { state in
      if state.generation != generation { state = State(generation: generation) }
      state.known.removeAll { $0.selection == selection }
      state.known.append((selection, known))
      if state.known.count > Self.limit { state.known.removeFirst() }
    }
  }
}
