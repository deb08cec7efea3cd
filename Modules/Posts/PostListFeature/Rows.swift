import Essentials
import ItemList
import ItemMarks
import Marking
import Messages
import PostsRepository
import Rendering

/// Marks and titles and, at the right, the author and the age where they are known and there is room for them.
func rows(_ visible: [PostTitle], width: Int, now: Date) -> (PostTitle, RowStyle) -> [Span] {
  let (wideEnoughForAges, wideEnoughForAuthors, widest) = (40, 60, 24)
  func age(_ title: PostTitle) -> String { title.date.map { Messages.shortAge(of: $0, now: now) } ?? "" }
  func author(_ title: PostTitle) -> Span { Span(title.author ?? "") }
  let ages = width >= wideEnoughForAges ? visible.map { age($0).count }.max() ?? 0 : 0
  let authors = width >= wideEnoughForAuthors ? min(visible.map { author($0).width }.max() ?? 0, widest) : 0
  return { title, style in
    let marks = style.column(of: title.mark)
    var right: [Span] = []
    if authors > 0 {
      let name = Line([Span(author(title).text, style.quiet)]).cut(to: authors)
      right += [Span(String(repeating: " ", count: 2 + authors - name.width), style.base)] + name.spans
    }
    if ages > 0 {
      let age = age(title)
      right.append(Span(String(repeating: " ", count: 2 + ages - age.count) + age, style.quiet))
    }
    // A column stays free at the edge.
    if !right.isEmpty { right.append(Span(" ", style.base)) }
    let room = max(0, width - Line(marks + right).width)
    let text = Line(style.highlighted(title.title, isStrong: !title.mark.isRead)).cut(to: room)
    let gap = right.isEmpty ? 0 : room - text.width
    return marks + text.spans + [Span(String(repeating: " ", count: gap), style.base)] + right
  }
}
