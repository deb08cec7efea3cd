import Database
import Feed
import TextSearch

/// The whole texts of items: some of their columns, each a line or more.
extension ListTable {
  func fullText(of item: Item) -> String {
    let values = encode(item)
    return fullText.map { if case .text(let text) = values[$0] { text } else { "" } }.joined(separator: "\n")
  }

  /// Looks through so many texts as take a few milliseconds. They are read as they are: texts that are folded for a
  /// search would take as much of the disk again. Their bytes tell nearly always; where they cannot, the item does. What
  /// is found by its bytes is compared with its checksum when it is read, as after a search in titles.
  func searchTexts(
    _ connection: Connection, _ query: TextSearch.Query, from start: Place
  ) throws -> (found: [Place], rest: Place?, damaged: [Place]) {
    // A row takes as long as some hundred bytes of its text do.
    let (enough, limit, row) = (2_000_000, 100, 400)
    var scanner = TextSearch.Scanner(query)
    var (found, damaged) = ([Place](), [Place]())
    var (rest, size) = (Optional(max(start, Place.places(ofPage: 0).lowerBound)), 0)
    while let start = rest, size < enough {
      var (last, count) = (start, 0)
      try connection.run(textSelection, [.integer(start.number), .integer(Int64(limit))]) { columns in
        (last, count, size) = (Place(columns.integer(0)), count + 1, size + row)
        for column in fullText.indices {
          columns.utf8(column + 1) { text in
            size += text.count
            scanner.add(lines: text)
          }
        }
        if try scanner.endText() ?? isFound(connection, query, at: last, &damaged) { found.append(last) }
      }
      rest = count < limit || last.number == .max ? nil : Place(last.number + 1)
    }
    return (found, rest, damaged)
  }

  private func isFound(
    _ connection: Connection, _ query: TextSearch.Query, at place: Place, _ damaged: inout [Place]
  ) throws -> Bool {
    let (items, others) = try self.items(connection, [place])
    damaged += others
    return items.contains { query.matches(fullText(of: $0)) }
  }
}
