import LineEditor
import Rendering
import StyleGuide

extension ItemListState {
  /// The line at the bottom: what is typed, or where the selection stands and what is going on.
  func status(width: Int, _ look: ItemListLook<Item>) -> Line {
    if let number {
      let last = look.numbers == nil ? ["of \(grouped(shown.count))\(more)"] : []
      return prompt(
        look.numbers == nil ? ":" : "#", LineEditor(number), keys: last + ["↵ go", "esc back"], width: width)
    }
    if let filter, filter.isEditing {
      let enter = foundNothing && !isComplete && rest == nil && all.count > 0 ? "↵ search the rest" : "↵ keep"
      return prompt(
        "/", filter.line, keys: (all.count > 0 ? [found] : []) + [enter, "esc clear"], width: width)
    }
    if all.count == 0 {
      if !isRead, tick == nil { return Line() }
      if look.own != nil, isOwnEmpty {
        return statusLine(notice.map { [Span($0)] } ?? [], keys: ["? help", "q quit"], width: width)
      }
      return statusLine([Span(button.spoken)], keys: ["? help", "q quit", "↵ load"] + look.hints, width: width)
    }
    let escape = rest != nil ? ["esc stop"] : filter != nil ? ["esc all"] : []
    let keys = ["? help", "q quit", foundNothing && !isComplete ? "↵ search" : "↵ \(look.opens)"] + look.hints
    return statusLine(
      standing,
      keys: rest != nil ? escape + keys : keys + (escape.isEmpty ? ["/ filter"] : escape) + ["r reload"], width: width)
  }

  /// Whether the list goes on behind what is there.
  private var more: String { isComplete ? "" : "+" }

  private var found: String {
    "\(grouped(shown.count))\(filter?.isSearching == true ? "…" : "") of \(grouped(all.count))\(more)"
  }

  /// First the row, then what is being done, what went wrong and what narrows the list: what is last is cut first.
  private var standing: [Span] {
    let count = shown.count
    var spans = [
      Span(count == 0 ? "0/\(grouped(all.count))\(more)" : "\(grouped(shown.selectedRow + 1))/\(grouped(count))\(more)")
    ]
    if let rest {
      // How many there are is before it, unless only those are counted that were found.
      spans.append(Span(filter == nil ? "  Loading all…" : "  Loading… \(grouped(rest.count))", .quiet))
    } else if isLoadingMore {
      spans.append(Span("  Loading more…", .quiet))
    }
    if let notice {
      spans.append(Span("  \(notice)"))
    } else if let failure {
      spans.append(Span("  \(failure.sentence)", .failure))
    }
    if let filter { spans.append(Span("  /\(filter.query)", .strong)) }
    return spans
  }
}
