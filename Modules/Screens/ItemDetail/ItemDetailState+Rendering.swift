import FlagsStore
import LineEditor
import Rendering
import StyleGuide
import Terminal
import TextLayout

extension ItemDetailState {
  /// Returns the frame of the screen.
  func frame<Content>(
    _ layout: DetailLayout, _ matches: DetailMatches?, in size: Size, _ look: ItemDetailLook<Heading, Value, Content>
  ) -> Frame {
    let height = bodyHeight(in: size)
    let first = first(of: layout, height)
    var body = Array(layout.lines.dropFirst(first).prefix(height))
    for index in body.indices {
      if let parts = matches?.parts[first + index] {
        body[index] = body[index].highlighting(parts, current: search?.current)
      }
    }
    let (title, end) = title(look, layout, first: first)
    return Frame(
      header: header(
        title, end: end + (flags.isBookmarked ? " ★" : ""), freshness, now: look.now(),
        isRefreshing: isSlow && item.isLoading && (item.value != nil || item.failure != nil), width: size.width),
      body: body,
      status(
        position: position(first, height, layout.lines.count), matches, links: layout.links.count, keys: look.keys,
        width: size.width), focus: 0, pictures: layout.pictures.map { $0.moved(down: -first) }, in: size)
  }

  /// Returns the first visible row.
  func first(of layout: DetailLayout, _ height: Int) -> Int {
    max(0, min(layout.row(of: top), layout.lines.count - height))
  }

  /// Returns the section as the title of the header; once the reader has scrolled, the name of the item and its reading
  /// time.
  private func title<Content>(
    _ look: ItemDetailLook<Heading, Value, Content>, _ layout: DetailLayout, first: Int
  ) -> (title: String, end: String) {
    guard first > 0, let name = look.name?(self) else { return (look.title(self), "") }
    return (name, layout.minutes.map { " · \($0) min" } ?? "")
  }

  private func position(_ first: Int, _ height: Int, _ count: Int) -> String {
    if count <= height { return "all" }
    if first == 0 { return "top" }
    return first + height >= count ? "end" : "\((first + height) * 100 / count)%"
  }

  private func status(position: String, _ matches: DetailMatches?, links: Int, keys: [String], width: Int) -> StatusBar
  {
    var note = notice.map { [Span("  \($0)")] } ?? []
    if item.isLoading, let tick { note.append(Span("  Loading \(spinner(tick))", .quiet)) }
    guard let search else {
      return StatusBar(
        position, note, failure: shownFailure, typed: typed(links: links, width: width),
        keys: ["? help", "esc back"] + keys)
    }
    let count = "\(search.current.map { $0 + 1 } ?? 0)/\(matches?.lines.count ?? 0)"
    let isInVain = !search.line.text.isEmpty && matches?.lines.isEmpty != false
    let typed = prompt(
      "/", search.line, keys: [isInVain && width >= 30 ? "no match" : count, "↵ keep", "esc cancel"], width: width)
    return StatusBar(
      count, note, failure: shownFailure, typed: search.isEditing ? typed : nil,
      keys: ["n next", "N previous", "esc leave"])
  }

  /// Returns the input line for the number of an item or of a link.
  private func typed(links: Int, width: Int) -> Line? {
    if let number { return prompt("#", LineEditor(number), keys: ["↵ go", "esc cancel"], width: width) }
    guard let link else { return nil }
    let range = links == 1 ? "1" : "1–\(links)"
    return prompt("open ", LineEditor(link), keys: ["\(range) link", "↵ post", "esc cancel"], width: width)
  }

  /// Returns the number of rows that the text has on a screen.
  func bodyHeight(in size: Size) -> Int { ScreenLayout.bodyHeight(in: size, hasFailed: shownFailure != nil) }

  /// The reason why some or all of the item is not the latest; nil if there is none, or if it is shown instead of the
  /// text.
  private var shownFailure: String? {
    if let failure = item.failure, item.value != nil { return failure }
    return if case .cached(_, let because?) = freshness { because } else { nil }
  }
}
