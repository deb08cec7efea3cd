public import LineEditor

extension ItemListState {
  /// What narrows the list.
  public struct Filter: Equatable, Sendable {
    /// What is typed.
    public var line: LineEditor
    /// Whether it is being typed.
    public var isEditing: Bool
    /// Whether it is looked for in whole texts, and not in titles alone.
    public var isInTexts = false
    /// The rows that were found. Until something was found for a new query, these are still those of the old one.
    public var rows: ItemRows<Item>
    /// Whether rows that were found are shown; where not, all are.
    public var isApplied: Bool
    /// Where the rows that were found are kept.
    var matches = Matches()
    var search: Search?
    /// Whether what is kept has changed since the search began.
    var isStale = false
    /// The rows that are being read.
    var reading: Reading?
    /// The rows before it, where the selection has moved among all of them since.
    var origin: ItemRows<Item>?

    /// - `rows`: what was found; nil where nothing has been looked for.
    public init(query: String = "", isEditing: Bool = true, rows: ItemRows<Item>? = nil) {
      line = LineEditor(query)
      self.isEditing = isEditing
      self.rows = rows ?? ItemRows()
      isApplied = rows != nil
    }

    /// What the items hold.
    public var query: String { line.text }

    /// Whether every item holds the query.
    var isBlank: Bool { line.isBlank }

    /// Whether it is still being looked for more.
    public var isSearching: Bool { search != nil }
  }

  /// A search under way.
  struct Search: Equatable, Sendable {
    var number: Int
    /// Whether nothing has been found for a new query yet.
    var isAwaited: Bool
    /// Whether it repeats the last because what is kept has changed: then what was found is replaced at its end.
    var isAgain: Bool
    /// The row that was selected when it began.
    var row = 0
  }

  /// Rows that are being read.
  struct Reading: Equatable, Sendable {
    var number: Int
    var rows: Range<Int>
  }
}
