import Essentials
import FlagCommands
import FlagsRepository
import ItemList
import Messages
import PostDomain
import PostsRepository
import Rendering

/// Returns the layout of rows: flags and title and, at the right where there is room, the feed or the author, and the
/// age.
func rows(_ visible: [PostTitle], width: Int, now: Date, lastVisit: Date?) -> RowLayout<PostTitle> {
  let (showsAges, showsAuthors, widest) = (40, 60, 24)
  // Computed once for all visible rows, because each key press makes the rows again.
  let sides = Dictionary(
    visible.map { title in
      let author = width >= showsAuthors ? (title.feed ?? title.author).map { Span($0) } : nil
      let age = width >= showsAges ? title.date.map { Messages.shortAge(of: $0, now: now) } : nil
      return (title.id, (author: author, age: age ?? ""))
    }
  ) { first, _ in first }
  let ages = sides.values.map(\.age.utf8.count).max() ?? 0
  let authors = min(sides.values.map { $0.author?.width ?? 0 }.max() ?? 0, widest)
  return RowLayout(columns: [authors, ages]) { title, style in
    let marks = style.column(of: title.mark, lastVisit: lastVisit)
    let side = sides[title.id]
    var right: [Span] = []
    if authors > 0 {
      var name = side?.author.map { Line([$0]).cut(to: authors).spans } ?? []
      for index in name.indices { name[index].style = style.quiet }
      right += [Span(spaces: 2 + authors - Line(name).width, style.base)] + name
    }
    if ages > 0 {
      let age = side?.age ?? ""
      right += [Span(spaces: 2 + ages - age.utf8.count, style.base), Span(age, style.quiet)]
    }
    // One column stays empty at the right edge.
    if !right.isEmpty { right.append(Span(spaces: 1, style.base)) }
    let room = max(0, width - Line(marks + right).width)
    let isUntitled = title.title.allSatisfy(\.isWhitespace)
    let name =
      isUntitled
      ? [Span(Messages.untitled, style.quiet)]
      : title.isSetAside
        ? style.highlighted(title.title, isStrong: false).map { Span($0.text, style.quiet) }
        : style.highlighted(title.title, isStrong: !title.mark.isRead)
    var text = Line(name).cut(to: room)
    let word = title.isSetAside ? title.hiding?.word : title.isChanged && title.mark.isRead ? "updated" : nil
    if let word, room >= 30 {
      text = Line(Line(name).cut(to: room - word.utf8.count - 2).spans + [Span("  \(word)", style.quiet)])
    }
    return marks + text.spans + (right.isEmpty ? [] : [Span(spaces: room - text.width, style.base)]) + right
  }
}

extension PostTitle {
  /// Whether the row is one of those that are hidden otherwise. The posts of a quiet feed are not in its own list.
  fileprivate var isSetAside: Bool { hiding == .muted || hiding == .quiet && feed != nil }
}

extension Span {
  fileprivate init(spaces count: Int, _ style: Style) {
    self.init(String(repeating: " ", count: max(0, count)), style)
  }
}
