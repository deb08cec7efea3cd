import Essentials
import FlagCommands
import FlagsStore
import ItemList
import Messages
import PostDomain
import PostsRepository
import Rendering

/// Returns the layout of rows: flags and title and, at the right where there is room, the feed or the author, and the
/// age. In rows that are too narrow for its column, the feed takes what the title leaves.
func rows(_ visible: [PostTitle], width: Int, now: Date, lastVisit: Date?) -> RowLayout<PostTitle> {
  // Made once for all visible rows, because each key press makes the rows again.
  let trailing = [
    TrailingColumn(visible, from: 60, in: width, widest: 24) { $0.feed ?? $0.author },
    TrailingColumn(visible, from: 40, in: width) { $0.date.map { Messages.shortAge(of: $0, now: now) } },
  ]
  return RowLayout(columns: trailing.map(\.width)) { title, style in
    let marks = style.column(of: title.flags, lastVisit: lastVisit)
    var right = trailing.flatMap { $0.spans(of: title, style) }
    // One column stays empty at the right edge.
    if !right.isEmpty { right.append(Span(spaces: 1, style.base)) }
    let room = max(0, width - Line(marks + right).width)
    let isUntitled = title.title.allSatisfy(\.isWhitespace)
    let name =
      isUntitled
      ? [Span(Messages.untitled, style.quiet)]
      : title.isSetAside
        ? style.highlighted(title.title, isStrong: false).map { Span($0.text, style.quiet) }
        : style.highlighted(title.title, isStrong: !title.flags.isRead)
    var text = Line(name).cut(to: room)
    let word = title.isSetAside ? title.hiding?.word : title.isChanged && title.flags.isRead ? "updated" : nil
    if let word, room >= 30 {
      text = Line(Line(name).cut(to: room - word.utf8.count - 2).spans + [Span("  \(word)", style.quiet)])
    }
    let spare = room - text.width - 2
    if !right.isEmpty, trailing[0].width == 0, let feed = title.feed, spare >= 8 {
      right = Line([Span(feed, style.quiet)]).cut(to: spare).spans + right
    }
    return marks + text.spans
      + (right.isEmpty ? [] : [Span(spaces: width - Line(marks + text.spans + right).width, style.base)]) + right
  }
}

/// A column at the right of the rows, as wide as the widest of its texts.
private struct TrailingColumn {
  let width: Int
  private let texts: [Post.ID: Span]

  /// - Parameters:
  ///   - least: The width of the rows from which the column is there.
  ///   - widest: The limit of the column's width.
  ///   - text: Returns the text of a row; nil for none.
  init(
    _ visible: [PostTitle], from least: Int, in rows: Int, widest: Int = .max, text: (PostTitle) -> String?
  ) {
    let shown = rows < least ? [] : visible.compactMap { title in text(title).map { (title.id, Span($0)) } }
    texts = Dictionary(shown) { first, _ in first }
    width = min(texts.values.map(\.width).max() ?? 0, widest)
  }

  func spans(of title: PostTitle, _ style: RowStyle) -> [Span] {
    guard width > 0 else { return [] }
    let text = Line(texts[title.id].map { [$0] } ?? []).cut(to: width)
    let spans = text.spans.map { Span($0.text, style.quiet) }
    return [Span(spaces: 2 + width - text.width, style.base)] + spans
  }
}

extension PostTitle {
  /// Whether the row is one of those that are hidden otherwise. The posts of a quiet feed are not in its own list.
  fileprivate var isSetAside: Bool { hiding == .muted || hiding == .duplicate || hiding == .quiet && feed != nil }
}
