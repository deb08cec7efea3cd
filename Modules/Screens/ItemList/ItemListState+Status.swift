import LineEditor
import Rendering
import StyleGuide
import Terminal

extension ItemListState {
  /// Returns the status bar: the input line, or the position of the selection, what is going on and what went wrong.
  func status(width: Int, _ look: ItemListLook<Item>) -> StatusBar {
    if let typed = typed(width: width, look) { return StatusBar(failure: shownFailure, typed: typed) }
    if all.count == 0 {
      if !isRead, spinner?.tick == nil { return StatusBar() }
      if ownEmpty(look) != nil || isOffline {
        return StatusBar(
          "", notice.map { [Span($0)] } ?? [], failure: shownFailure, keys: ["? help"] + look.hints + [look.leaving])
      }
      return StatusBar("", [Span(notice ?? button.statusText)], keys: ["? help", "↵ load", look.leaving] + look.hints)
    }
    return StatusBar(rowNumber, note(look, width: width), failure: shownFailure, keys: keys(look))
  }

  /// Returns the number of rows for the list on a screen.
  func bodyHeight(in size: Size) -> Int { ScreenLayout.bodyHeight(in: size, hasFailed: shownFailure != nil) }

  /// The failure to show. Offline mode is not a failure, and an empty screen shows its failure in the body.
  private var shownFailure: String? {
    all.count == 0 && !isFilteredEmpty || isOffline ? nil : failure?.reason
  }

  private func typed(width: Int, _ look: ItemListLook<Item>) -> Line? {
    if let number {
      let last = look.numbers == nil ? ["of \(grouped(shown.count))\(plus)"] : []
      return prompt(
        look.numbers == nil ? ":" : "#", LineEditor(number), keys: ["↵ go", "esc cancel"] + last, width: width)
    }
    guard let filter, filter.isEditing else { return nil }
    let enter = foundNothing && !isComplete && rest == nil && all.count > 0 ? "↵ search the rest" : "↵ keep"
    let texts = look.hasTexts ? [filter.isInTexts ? "tab titles only" : "tab texts too"] : []
    return prompt(
      filter.isInTexts ? "texts/" : "/", filter.line,
      keys: (all.count > 0 ? [found] : []) + [enter] + texts
        + ["esc cancel"], width: width)
  }

  private func keys(_ look: ItemListLook<Item>) -> [String] {
    let open = foundNothing && !isComplete ? "↵ search" : "↵ \(shown.selected.map(look.opens) ?? "open")"
    if rest != nil { return ["esc stop", "? help", open, look.leaving] + look.hints + ["r reload"] }
    // As wide as the hint that it replaces: a refresh is usually short, and the other hints must not move.
    let reload = isStoppable ? "esc stop" : "r reload"
    if filter != nil {
      return ["? help", isStoppable ? reload : "esc show all", open] + look.hints + [look.leaving, "r reload"]
    }
    return ["? help", open] + look.hints + ["/ filter", look.leaving, reload]
  }

  /// A plus sign if the list continues after the loaded rows.
  private var plus: String { isComplete ? "" : "+" }

  private var found: String {
    "\(grouped(shown.count))\(filter?.isSearching == true ? "…" : "") of \(grouped(all.count))\(plus)"
  }

  private var rowNumber: String {
    let count = shown.count
    return count == 0
      ? "0/\(grouped(all.count))\(plus)" : "\(grouped(shown.selectedRow + 1))/\(grouped(count))\(plus)"
  }

  /// The text beside the position: the work in progress first, then the notice and the filter, because the end is cut
  /// first.
  private func note(_ look: ItemListLook<Item>, width: Int) -> [Span] {
    var spans: [Span] = []
    if let rest {
      // The position already shows the number of loaded rows, unless it counts only the matches of a filter.
      spans.append(Span(filter == nil ? "  Loading all…" : "  Loading… \(grouped(rest.count))", .quiet))
    } else if isLoadingMore {
      spans.append(Span("  Loading more…", .quiet))
    }
    if let notice {
      spans.append(Span("  \(notice)"))
    } else if isOffline, !isComplete, shown.selectedRow == all.count - 1, !isFiltered {
      spans.append(Span("  End of what is saved.", .quiet))
    } else if let remark = shown.selected.flatMap({ look.remark($0, width) }) {
      spans.append(Span("  \(remark)", .failure))
    }
    if let filter { spans.append(Span("  \(filter.isInTexts ? "texts" : "")/\(filter.query)", .strong)) }
    return spans
  }
}
