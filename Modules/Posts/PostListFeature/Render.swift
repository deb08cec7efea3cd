import PostDomain
import PostsRepository
import Rendering
import StyleGuide
import Terminal
import TextSearch

extension PostListState {
  /// What the list looks like.
  /// - Parameter address: the server's, for the page with nothing on it.
  func frame(in size: Size, address: String) -> Frame {
    titles.isEmpty ? emptyPage(in: size, address: address).frame(in: size) : listPage(in: size).frame(in: size)
  }

  private func listPage(in size: Size) -> ScreenLayout {
    let window = position.window(count: count, height: ScreenLayout.bodyHeight(in: size))
    let digits = window.compactMap { title(at: $0)?.id.text.count }.max() ?? 0
    var rows = window.compactMap { row in title(at: row).map { line(for: $0, in: row, digits: min(digits, 12)) } }
    if rows.isEmpty { rows = ["", Line("   No title holds “\(filter?.query ?? "")”.", .quiet)] }
    let isTyping = filter?.isEditing == true
    return ScreenLayout(
      header: header("Posts", freshness, width: size.width), body: rows.map { $0.cut(to: size.width) },
      status: isTyping ? prompt(width: size.width) : status(width: size.width),
      focus: isTyping ? nil : position.selected - window.lowerBound)
  }

  private func line(for title: PostTitle, in row: Int, digits: Int) -> Line {
    let isSelected = row == position.selected
    let base = isSelected ? Style.selected : .plain
    let id = String(repeating: " ", count: max(0, digits - title.id.text.count)) + title.id.text
    let start = [Span(isSelected ? " › " : "   ", base), Span(id, isSelected ? base : .quiet), Span("  ", base)]
    return Line(start + highlighted(title.title, base), fill: base)
  }

  private func highlighted(_ text: String, _ base: Style) -> [Span] {
    guard let query = filter?.query, !query.isEmpty else { return [Span(text, base)] }
    let text = Span(text).text
    var (spans, start) = ([Span](), text.startIndex)
    for range in TextSearch.Query(query).ranges(in: text) {
      spans.append(Span(String(text[start..<range.lowerBound]), base))
      spans.append(Span(String(text[range]), Style.match.over(base)))
      start = range.upperBound
    }
    return spans + [Span(String(text[start...]), base)]
  }

  private func status(width: Int) -> Line {
    var left: [Span]
    if let failure {
      left = [Span(failure.sentence, .failure)]
    } else if let notice {
      left = [Span(notice)]
    } else {
      let total = "\(count)\(hasMore ? "+" : "")"
      left = [Span(count == 0 ? "0/\(titles.count)" : "\(position.selected + 1)/\(total)")]
      if let filter { left.append(Span("  /\(filter.query)", .strong)) }
      if case .kept(_, let because?) = freshness { left.append(Span("  \(because.sentence)", .kept)) }
      switch loading {
      case .more: left.append(Span("  Loading more…", .quiet))
      case .first(let tick?): left.append(Span("  Loading \(spinner(tick))", .quiet))
      case .first(nil), nil: break
      }
    }
    let keys = ["? help", "q quit", "↵ open", filter == nil ? "/ filter" : "esc all", "r reload"]
    return statusLine(left, keys: keys, width: width)
  }

  private func prompt(width: Int) -> Line {
    let query = filter?.query ?? ""
    let found = "\(count)\(filter?.isSearching == true ? "…" : "") of \(titles.count)\(hasMore ? "+" : "")"
    return statusLine(
      [Span("/", .strong), Span(query), Span(" ", Style(.reverse))], keys: [found, "↵ keep", "esc clear"], width: width)
  }

  private func emptyPage(in size: Size, address: String) -> ScreenLayout {
    let isAnswered = freshness != nil && failure == nil
    let word = loading == nil ? (isAnswered ? "There are no posts yet." : "There is nothing to show.") : "Loading…"
    let body = emptyBody(word, because: failure?.sentence, button: button, address: address, in: size)
    return ScreenLayout(
      header: header("Posts", freshness, width: size.width), body: body.lines,
      status: statusLine([Span(button.spoken)], keys: ["? help", "q quit", "↵ load"], width: size.width),
      focus: body.focus)
  }

  /// The button on a page with nothing on it.
  private var button: AsyncButtonState {
    switch loading {
    case .first(let tick?): AsyncButtonState(title: Self.buttonTitle, phase: .busy(tick))
    case .first(nil), .more: AsyncButtonState(title: Self.buttonTitle, phase: .working)
    case nil: AsyncButtonState(title: Self.buttonTitle)
    }
  }
}

extension Style {
  /// This style on a selected row.
  fileprivate func over(_ base: Style) -> Style {
    var style = self
    if base.attributes.contains(.reverse) {
      style.attributes.insert(.reverse)
      style.foreground = nil
    }
    return style
  }
}
