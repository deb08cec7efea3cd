import Database
import Essentials
import PagedList
import TextSearch

extension ListTable {
  /// Returns a condition in SQL; "1" if all items meet it.
  func sql(_ condition: ListCondition, _ query: ListQuery, _ state: State) -> Selection.Condition {
    func joined(_ conditions: [ListCondition], _ word: String, none: String) -> Selection.Condition {
      if conditions.isEmpty { return Selection.Condition(sql: none) }
      let all = conditions.map { sql($0, query, state) }
      return Selection.Condition(
        sql: "(\(all.map { $0.sql }.joined(separator: " \(word) ")))", values: all.flatMap { $0.values })
    }
    switch condition {
    case .all(let conditions): return joined(conditions, "AND", none: "1")
    case .any(let conditions): return joined(conditions, "OR", none: "0")
    case .not(let condition):
      let opposite = sql(condition, query, state)
      return Selection.Condition(sql: "NOT \(opposite.sql)", values: opposite.values)
    case .unread: return unread(query, state)
    case .parts(let parts):
      let numbers = parts.sorted().map { String($0) }.joined(separator: ", ")
      return Selection.Condition(sql: "(+place >> \(RowKey.bitsOfPart) IN (\(numbers)))")
    case .arrivedBy(let number):
      // Bookmarks are made here, and are there before any number.
      if query.scope == .bookmarked || number >= state.generation { return Selection.Condition(sql: "1") }
      return Selection.Condition(sql: "(read >= ?)", values: [.integer(-number)])
    case .hidden:
      guard hidingColumn != nil else { return Selection.Condition(sql: "0") }
      return Selection.Condition(sql: "(hidden > \(shownLimit)\(isAlone))")
    case .arrived(let date):
      return Selection.Condition(
        sql: "(place IN (SELECT place FROM \(name) WHERE id IN (SELECT id FROM \(name)_past WHERE arrived > ?)))",
        values: [.real(date.timeIntervalSinceReferenceDate)])
    case .date(let start, let end):
      // A greater age is an older date.
      let bounds = [start.map { ("<", $0) }, end.map { (">=", $0) }].compactMap(\.self)
      if bounds.isEmpty { return Selection.Condition(sql: "1") }
      return Selection.Condition(
        sql: "(\(bounds.map { "age \($0.0) ?" }.joined(separator: " AND ")))",
        values: bounds.map { .real(-$0.1.timeIntervalSinceReferenceDate) })
    case .title(let texts, let isAtStart, let isAtEnd):
      let texts = texts.map { TextSearch.folded($0) }
      if let text = texts.first, texts.count == 1, !isAtStart, !isAtEnd {
        return Selection.Condition(sql: "(instr(folded, ?) > 0)", values: [.text(text)])
      }
      let inner = texts.map { $0.likePattern }.joined(separator: "%")
      let pattern = (isAtStart ? "" : "%") + inner + (isAtEnd ? "" : "%")
      // SQLite refuses patterns that are longer than any title.
      guard pattern.utf8.count < 50_000 else { return Selection.Condition(sql: "0") }
      return Selection.Condition(sql: #"(folded LIKE ? ESCAPE '\')"#, values: [.text(pattern)])
    }
  }
}

extension ListTable {
  /// Counts the listed items of a query without a text.
  func numbers(_ connection: Connection, _ query: ListQuery, _ state: State) throws -> PartCounts {
    try numbers(connection, selections(query, state)[0].filter, unread: unread(query, state))
  }

  /// Returns the numbers of the rows that meet a condition.
  func numbers(
    _ connection: Connection, _ rows: Selection.Condition, unread: Selection.Condition = Selection.Condition(sql: "0")
  ) throws -> PartCounts {
    var numbers = PartCounts()
    try connection.run(
      "SELECT count(*), total(\(unread.sql)), min(age) FROM \(name)_search WHERE \(rows.sql)",
      unread.values + rows.values
    ) { row in
      numbers.total = sane(row.integer(0))
      numbers.unread = sane(row.integer(1))
      if !row.isNull(2), row.real(2) < .infinity {
        numbers.newest = Date(timeIntervalSinceReferenceDate: -row.real(2))
      }
    }
    return numbers
  }
}

extension String {
  /// The text as a pattern of `LIKE`, in which no character has a meaning.
  fileprivate var likePattern: String {
    reduce(into: "") { pattern, character in
      if ["%", "_", "\\"].contains(character) { pattern.append("\\") }
      pattern.append(character)
    }
  }
}
