import Rendering
public import Screen
import StyleGuide
import TextLayout

extension Overlay {
  /// Returns a panel with the keys of this screen by group and the keys of others below; the filter finds rows that
  /// contain all its words.
  static func help(_ help: [KeyHelp], others: [KeySection]) -> Self {
    let here = Set(help)
    let sections =
      KeyHelp.Group.allCases.map { group in KeySection(group.title, help.filter { $0.group == group }) }
      + others.map { section in KeySection(section.title, section.keys.filter { !here.contains($0) }) }
    let column = (sections.flatMap(\.keys).map { TextLayout.width(of: $0.keys) }.max() ?? 0) + 3
    return Self("Keys", isFiltered: true) { query, width in
      let words = query.lowercased().split(separator: " ")
      let groups = sections.compactMap { section -> [[Line]]? in
        let rows = section.keys.filter { row in
          words.allSatisfy { "\(row.keys) \(row.meaning)".lowercased().contains($0) }
        }
        if rows.isEmpty { return nil }
        return [[Line(" \(section.title)", .heading)]] + rows.map { lines(of: $0, column: column, width: width) }
      }
      if groups.isEmpty { return [[Line("  No match for “\(query)”.", .quiet)]] }
      return Array(groups.joined(separator: [[Line()]]))
    }
  }

  private static func lines(of row: KeyHelp, column: Int, width: Int) -> [Line] {
    let room = width - column - 3
    if room < 12 { return stacked(row, width: width) }
    return TextLayout.wrap(row.meaning, to: room).enumerated().map { number, text in
      let keys = TextLayout.pad(number == 0 ? row.keys : "", to: column)
      return Line([Span("  "), Span(keys, .key), Span(text)])
    }
  }

  /// Returns the keys with their meaning below them, for windows too narrow for columns.
  private static func stacked(_ row: KeyHelp, width: Int) -> [Line] {
    func lines(_ text: String, indent: Int, _ style: Style) -> [Line] {
      let indent = min(indent, width - 1)
      return TextLayout.wrap(text, to: width - indent).map {
        Line([Span(String(repeating: " ", count: indent)), Span($0, style)])
      }
    }
    return lines(row.keys, indent: 2, .key) + lines(row.meaning, indent: 4, .plain)
  }
}

extension AppCoordinator {
  /// The keys that mean the same on every screen.
  public static let everywhere = [
    KeyHelp("Esc, Backspace, q", "back", in: .everywhere),
    KeyHelp("q, Q, ctrl-c", "quit; q only on the first screen", in: .everywhere),
    KeyHelp("S", "get everything for offline use; again to stop", in: .everywhere),
    KeyHelp("?", "help", in: .everywhere),
    KeyHelp("!", "recent errors in full", in: .everywhere),
    KeyHelp("ctrl-z", "suspend", in: .everywhere),
    KeyHelp("ctrl-l", "redraw the screen", in: .everywhere),
    KeyHelp("wheel", "scroll what the pointer is on", in: .everywhere),
    KeyHelp("click", "select, and again to open; press a key hint; go back by the path", in: .everywhere),
  ]
}
