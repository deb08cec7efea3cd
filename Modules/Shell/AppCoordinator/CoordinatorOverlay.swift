import LineEditor
import Rendering
import Screen
import StyleGuide
import Terminal
import TextLayout

/// A panel that covers the screen until it is closed.
struct Overlay {
  private let title: String
  private let lines: @Sendable (_ query: String, _ width: Int) -> [Line]
  private var top = 0
  /// The filter for the lines; nil for a panel without one.
  private var query: LineEditor?
  /// Whether the filter is being typed.
  private(set) var isTyping = false

  init(
    _ title: String, isFiltered: Bool = false, lines: @escaping @Sendable (_ query: String, _ width: Int) -> [Line]
  ) {
    self.title = title
    self.lines = lines
    query = isFiltered ? LineEditor() : nil
  }

  /// Returns a panel with the recent failures in full, the newest first.
  static func failures(_ failures: [String]) -> Self {
    Self("Recent errors") { _, width in
      if failures.isEmpty { return [Line("  No errors.", .quiet)] }
      return failures.reversed().flatMap { failure in
        TextLayout.wrap("- " + failure.sentence, to: max(1, width - 4)).map { Line([Span("  "), Span($0)]) }
      }
    }
  }

  func frame(in size: Size) -> Frame {
    let typed = isTyping ? query.map { prompt("/", $0, keys: ["↵ keep", "esc cancel"], width: size.width) } : nil
    let keys = query == nil ? [] : [query?.text.isEmpty == true ? "/ filter" : "/\(query?.text ?? "")"]
    return panel(title, lines(in: size), top: top, typed: typed, keys: keys, in: size)
  }

  private func lines(in size: Size) -> [Line] { lines(query?.text ?? "", size.width) }

  /// Returns the overlay after an event, or nil to close it.
  func reacted(to event: Terminal.Event, _ size: Size) -> Self? {
    if isTyping, case .key(let key) = event, let typing = Typing(key) { return typed(typing) }
    let page = max(1, ScreenLayout.bodyHeight(in: size))
    switch event {
    case .key("j"), .key(.down), .key(.control("n")): return scrolled(by: 1, size)
    case .key("k"), .key(.up), .key(.control("p")): return scrolled(by: -1, size)
    case .key(.pageDown), .key(" "), .key(.control("d")), .key(.control("f")): return scrolled(by: page, size)
    case .key(.pageUp), .key(.control("u")), .key(.control("b")): return scrolled(by: -page, size)
    case .key("g"), .key(.home): return scrolled(by: -top, size)
    case .key("G"), .key(.end): return scrolled(by: lines(in: size).count, size)
    case .key("/") where query != nil:
      var overlay = self
      overlay.isTyping = true
      return overlay
    case .mouse(let mouse) where mouse.action == .scrollDown: return scrolled(by: 3, size)
    case .mouse(let mouse) where mouse.action == .scrollUp: return scrolled(by: -3, size)
    case .key(.escape), .key(.backspace): return query?.text.isEmpty == false ? typed(.cancel) : nil
    case .key("q"), .key("?"), .key(.function(1)), .key(.enter): return nil
    default: return self
    }
  }

  private func typed(_ typing: Typing) -> Self {
    var overlay = self
    switch typing {
    case .accept: overlay.isTyping = false
    case .cancel: (overlay.isTyping, overlay.query, overlay.top) = (false, LineEditor(), 0)
    case .edit(let edit):
      overlay.query?.apply(edit)
      overlay.top = 0
    }
    return overlay
  }

  private func scrolled(by step: Int, _ size: Size) -> Self {
    var overlay = self
    overlay.top = max(0, min(top + step, lines(in: size).count - ScreenLayout.bodyHeight(in: size)))
    return overlay
  }
}
