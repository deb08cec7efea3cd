import Rendering
public import Screen
import StyleGuide
import Terminal
import TextLayout

/// What covers the screen for a while.
struct Overlay {
  private let title: String
  private let lines: @Sendable (_ width: Int) -> [Line]
  private var top = 0

  private init(_ title: String, lines: @escaping @Sendable (_ width: Int) -> [Line]) {
    self.title = title
    self.lines = lines
  }

  /// What the keys do.
  static func help(_ help: [KeyHelp]) -> Self {
    let column = (help.map { TextLayout.width(of: $0.keys) }.max() ?? 0) + 3
    return Self("Keys") { width in
      let room = width - column - 3
      return help.flatMap { row in
        if room < 12 { return stacked(row, width: width) }
        return TextLayout.wrap(row.meaning, to: room).enumerated().map { number, text in
          let keys = TextLayout.pad(number == 0 ? row.keys : "", to: column)
          return Line([Span("  "), Span(keys, .strong), Span(text)])
        }
      }
    }
  }

  /// Keys and their meaning, one below the other where there is no room for columns.
  private static func stacked(_ row: KeyHelp, width: Int) -> [Line] {
    func lines(_ text: String, indent: Int, _ style: Style) -> [Line] {
      let indent = min(indent, width - 1)
      return TextLayout.wrap(text, to: width - indent).map {
        Line([Span(String(repeating: " ", count: indent)), Span($0, style)])
      }
    }
    return lines(row.keys, indent: 2, .strong) + lines(row.meaning, indent: 4, .plain)
  }

  /// What went wrong lately, the newest first, in full.
  static func failures(_ failures: [String]) -> Self {
    Self("Last errors") { width in
      if failures.isEmpty { return [Line("  Nothing went wrong.", .quiet)] }
      return failures.reversed().flatMap { failure in
        TextLayout.wrap("- " + failure.sentence, to: max(1, width - 4)).map { Line([Span("  "), Span($0)]) }
      }
    }
  }

  func frame(in size: Size) -> Frame { panel(title, lines(size.width), top: top, in: size) }

  /// The overlay after an event; nil when it is to be closed.
  func reacted(to event: Terminal.Event, _ size: Size) -> Self? {
    let page = max(1, ScreenLayout.bodyHeight(in: size))
    switch event {
    case .key("j"), .key(.down), .key(.control("n")): return scrolled(by: 1, size)
    case .key("k"), .key(.up), .key(.control("p")): return scrolled(by: -1, size)
    case .key(.pageDown), .key(" "), .key(.control("d")), .key(.control("f")): return scrolled(by: page, size)
    case .key(.pageUp), .key(.control("u")), .key(.control("b")): return scrolled(by: -page, size)
    case .key("g"), .key(.home): return scrolled(by: -top, size)
    case .key("G"), .key(.end): return scrolled(by: lines(size.width).count, size)
    case .mouse(let mouse) where mouse.action == .scrollDown: return scrolled(by: 3, size)
    case .mouse(let mouse) where mouse.action == .scrollUp: return scrolled(by: -3, size)
    case .key(.escape), .key("q"), .key("?"), .key(.function(1)), .key(.backspace), .key(.enter): return nil
    default: return self
    }
  }

  private func scrolled(by step: Int, _ size: Size) -> Self {
    var overlay = self
    overlay.top = max(0, min(top + step, lines(size.width).count - ScreenLayout.bodyHeight(in: size)))
    return overlay
  }
}

extension AppCoordinator {
  /// The keys that mean the same on every screen.
  public static let everywhere = [
    KeyHelp("Esc, Backspace, q", "back"),
    KeyHelp("q, Q, ctrl-c", "quit: q on the first screen, the others anywhere"),
    KeyHelp("?", "these keys"),
    KeyHelp("!", "the last errors in full"),
    KeyHelp("ctrl-z", "suspend"),
    KeyHelp("ctrl-l", "redraw the screen"),
    KeyHelp("wheel, click", "scroll, select; a second click opens"),
  ]
}
