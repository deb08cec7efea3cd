import Essentials
import FeedsRepository
import ItemList
import Messages
import Rendering
import Screen
import StyleGuide
import TextLayout

/// The least width of rows that show why a feed fails.
let troubleWidth = 60

/// Returns the layout of rows: a sign for tags, queries and failing feeds, the title, and at the right why a feed
/// fails, the number of unread posts, and the age of the newest.
func feedRows(_ visible: [FeedRow], width: Int, _ environment: ScreenEnvironment) -> RowLayout<FeedRow> {
  let now = environment.now()
  // Computed once for all visible rows, because each key press makes the rows again.
  let sides = Dictionary(
    visible.map { row in
      (
        row.id,
        (
          unread: row.unread > 0 ? grouped(row.unread) : "",
          age: width >= 30 ? row.newest.map { Messages.shortAge(of: $0, now: now) } ?? "" : "",
          trouble: row.trouble(environment)
        )
      )
    }
  ) { first, _ in first }
  let counts = sides.values.map(\.unread.utf8.count).max() ?? 0
  let widestAge = sides.values.map(\.age.utf8.count).max() ?? 0
  // An age that becomes longer does not move the counts.
  let ages = widestAge > 0 ? max(3, widestAge) : 0
  return RowLayout(columns: [counts, ages]) { row, style in
    let side = sides[row.id]
    var right: [Span] = []
    if counts > 0 {
      let unread = side?.unread ?? ""
      // The badge has a space on either side of the number.
      right.append(Span(spaces: 1 + counts - unread.utf8.count, style.base))
      right.append(unread.isEmpty ? Span(spaces: 2, style.base) : Span(" \(unread) ", style.badge))
    }
    if ages > 0 {
      let age = side?.age ?? ""
      right += [Span(spaces: (counts > 0 ? 1 : 2) + ages - age.utf8.count, style.base), Span(age, style.quiet)]
    }
    let sign =
      if side?.trouble != nil {
        Span("! ", style.failure)
      } else if case .tag = row.id {
        Span("# ", style.quiet)
      } else if case .query = row.id {
        Span("/ ", style.quiet)
      } else {
        Span("  ", style.base)
      }
    let isUntitled = row.title.allSatisfy(\.isWhitespace)
    let name =
      isUntitled
      ? [Span(Messages.untitled, style.quiet)] : style.highlighted(row.title, isStrong: row.unread > 0)
    // One column stays empty at the right edge; a badge ends with it.
    let hasEdge = ages > 0
    let room = max(0, width - sign.width - Line(right).width - (hasEdge ? 1 : 0))
    var text = Line(name)
    let isUnasked = row.subscription != nil && row.updated == nil
    let remark =
      side?.trouble.map { Span(TextLayout.line($0), style.reason) }
      ?? (isUnasked ? Span("not asked yet", style.quiet) : nil)
    if let remark, width >= troubleWidth {
      let reason = Line([remark]).cut(to: max(room / 2, room - text.width - 2))
      text = text.cut(to: room - reason.width - 2)
      text = Line(
        text.spans + [Span(spaces: room - text.width - reason.width, style.base)] + reason.spans)
    } else {
      text = text.cut(to: room)
    }
    let edge = hasEdge ? [Span(spaces: 1, style.base)] : []
    return [sign] + text.spans + [Span(spaces: room - text.width, style.base)] + right + edge
  }
}
