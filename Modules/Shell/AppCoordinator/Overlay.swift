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

  /// Handles an event, and returns whether the panel stays open.
  mutating func react(to event: Terminal.Event, _ size: Size) -> Bool {
    if isTyping, case .key(let key) = event, let typing = Typing(key) {
      type(typing)
      return true
    }
    let page = max(1, ScreenLayout.bodyHeight(in: size))
    switch event {
    case .key("j"), .key(.down), .key(.control("n")): scroll(by: 1, size)
    case .key("k"), .key(.up), .key(.control("p")): scroll(by: -1, size)
    case .key(.pageDown), .key(" "), .key(.control("d")), .key(.control("f")): scroll(by: page, size)
    case .key(.pageUp), .key(.control("u")), .key(.control("b")): scroll(by: -page, size)
    case .key("g"), .key(.home): scroll(by: -top, size)
    case .key("G"), .key(.end): scroll(by: lines(in: size).count, size)
    case .key("/") where query != nil: isTyping = true
    case .mouse(let mouse) where mouse.action == .scrollDown: scroll(by: 3, size)
    case .mouse(let mouse) where mouse.action == .scrollUp: scroll(by: -3, size)
    case .key(.escape) where query?.text.isEmpty == false, .key(.backspace) where query?.text.isEmpty == false:
      type(.cancel)
    case .key(.escape), .key(.backspace), .key("q"), .key("?"), .key(.function(1)), .key(.enter): return false
    default: break
    }
    return true
  }

  private mutating func type(_ typing: Typing) {
    switch typing {
    case .accept: isTyping = false
    case .cancel:
      isTyping = false
      query = LineEditor()
      top = 0
    case .edit(let edit):
      query?.apply(edit)
      top = 0
    }
  }

  private mutating func scroll(by step: Int, _ size: Size) {
    top = max(0, min(top + step, lines(in: size).count - ScreenLayout.bodyHeight(in: size)))
  }
}
