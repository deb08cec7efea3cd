import LineEditor
import Rendering
import Screen
import StyleGuide
import Terminal
import TextLayout

/// A panel that covers the screen until it is closed.
struct Overlay {
  private let title: String
  private let paragraphs: @Sendable (_ query: String, _ width: Int) -> [[Line]]
  /// The paragraph at the top, and the number of its lines above that.
  private var top = (paragraph: 0, line: 0)
  /// The filter for the lines; nil for a panel without one.
  private var query: LineEditor?
  /// Whether the filter is being typed.
  private(set) var isTyping = false

  init(
    _ title: String, isFiltered: Bool = false,
    paragraphs: @escaping @Sendable (_ query: String, _ width: Int) -> [[Line]]
  ) {
    self.title = title
    self.paragraphs = paragraphs
    query = isFiltered ? LineEditor() : nil
  }

  /// Returns a panel with the recent failures in full, the newest first.
  static func failures(_ failures: [String]) -> Self {
    Self("Recent errors") { _, width in
      if failures.isEmpty { return [[Line("  No errors.", .quiet)]] }
      return failures.reversed().map { failure in
        TextLayout.wrap("- " + failure.sentence, to: max(1, width - 4)).map { Line([Span("  "), Span($0)]) }
      }
    }
  }

  func frame(in size: Size) -> Frame {
    let typed = isTyping ? query.map { prompt("/", $0, keys: ["↵ keep", "esc cancel"], width: size.width) } : nil
    let keys = query == nil ? [] : [query?.text.isEmpty == true ? "/ filter" : "/\(query?.text ?? "")"]
    let paragraphs = paragraphs(in: size)
    return panel(
      title, Array(paragraphs.joined()), top: row(in: paragraphs), typed: typed, keys: keys, in: size)
  }

  private func paragraphs(in size: Size) -> [[Line]] { paragraphs(query?.text ?? "", size.width) }

  /// Returns the row at the top.
  private func row(in paragraphs: [[Line]]) -> Int {
    let above = paragraphs.prefix(top.paragraph).joined().count
    return above + (top.paragraph < paragraphs.count ? min(top.line, paragraphs[top.paragraph].count - 1) : 0)
  }

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
    case .key("g"), .key(.home): top = (0, 0)
    case .key("G"), .key(.end): scroll(by: paragraphs(in: size).joined().count, size)
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
      top = (0, 0)
    case .edit(let edit):
      query?.apply(edit)
      top = (0, 0)
    }
  }

  private mutating func scroll(by step: Int, _ size: Size) {
    let paragraphs = paragraphs(in: size)
    let last = paragraphs.joined().count - ScreenLayout.bodyHeight(in: size)
    var row = max(0, min(row(in: paragraphs) + step, last))
    let number = paragraphs.firstIndex { paragraph in
      if row < paragraph.count { return true }
      row -= paragraph.count
      return false
    }
    top = (number ?? 0, row)
  }
}
