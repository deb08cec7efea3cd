import Terminal

extension VirtualScreen {
  /// A picture on the screen, by the kitty protocol.
  public struct Shown: Hashable, Sendable {
    /// The identifier.
    public var id: Int
    /// The row of its upper left corner.
    public var row: Int
    /// The column of its upper left corner.
    public var column: Int
    /// The width in columns.
    public var width: Int
    /// The height in rows.
    public var height: Int
    /// The first visible row of its pixels.
    public var top: Int

    public init(id: Int, row: Int, column: Int, width: Int, height: Int, top: Int) {
      self.id = id
      self.row = row
      self.column = column
      self.width = width
      self.height = height
      self.top = top
    }
  }

  /// The pictures on the screen, by identifier.
  public var pictures: [Shown] { shown.values.sorted { $0.id < $1.id } }

  /// Interprets a command of the kitty protocol, the text between `ESC _ G` and its end.
  mutating func obeyGraphics(_ command: Substring) {
    let parts = command.split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false)
    let pairs = (parts.first ?? "").split(separator: ",").map {
      $0.split(separator: "=", maxSplits: 1).map(String.init)
    }
    var keys = Dictionary(pairs.compactMap { $0.count == 2 ? ($0[0], $0[1]) : nil }) { first, _ in first }
    let data = parts.count > 1 ? parts[1].utf8.count : 0
    if data > 4_096 { complaints.append("a chunk of \(data)") }
    if let started = transmission {
      if Set(keys.keys) != ["m", "q"] { complaints.append("in the middle of a picture: \(command.prefix(40))") }
      keys = started.merging(keys) { $1 }
    }
    let id = keys["i"].flatMap(Int.init) ?? 0
    switch keys["a"] {
    case "q": return
    case "t":
      received += data
      transmission = keys["m"] == "1" ? keys : nil
      if transmission == nil {
        sent.append(id)
        cachedPictures[id] = received
        received = 0
      }
    case "p":
      let numbers = ["x", "y", "w", "h", "c", "r"].compactMap { keys[$0].flatMap(Int.init) }
      guard numbers.count == 6, cachedPictures[id] != nil else { return complaints.append("cannot place \(command)") }
      shown[id] = Shown(
        id: id, row: cursor.row, column: cursor.column, width: numbers[4], height: numbers[5], top: numbers[1])
      if cursor.row + numbers[5] > size.height || cursor.column + numbers[4] > size.width {
        complaints.append("outside: \(command)")
      }
    case "d":
      shown[id] = nil
      if keys["d"] == "I" { cachedPictures[id] = nil }
    default: complaints.append("graphics \(command.prefix(40))")
    }
  }

  /// Interprets a picture of iTerm2, which fills its cells with `▓`.
  mutating func obeyImage(_ command: Substring) {
    func number(_ key: String) -> Int? {
      command.split(separator: ":")[0].split(whereSeparator: { $0 == ";" || $0 == "=" })
        .drop { $0 != key }.dropFirst().first.flatMap { Int($0) }
    }
    guard let width = number("width"), let height = number("height"), cursor.row + height < size.height,
      cursor.column + width <= size.width
    else { return complaints.append("an image that is cut or scrolls: \(command.prefix(80))") }
    for row in cursor.row..<cursor.row + height {
      for column in cursor.column..<cursor.column + width { cells[row][column] = Cell(text: "▓") }
    }
  }
}
