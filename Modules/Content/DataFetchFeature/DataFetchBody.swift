import ContentDomain
import Essentials
import Rendering
import StyleGuide
import Terminal
import TextLayout

/// The lines between the header and the status line, and the line of the button.
struct DataFetchBody {
  private(set) var lines: [Line] = []
  private(set) var button = 0
  /// Whether the body has room for the failure.
  let hasFailure: Bool

  /// The height of a code, a count, a button and a short failure, so that a failure moves nothing else when it appears.
  private static let usualHeight = 6

  init(_ state: DataFetchState, in size: Size) {
    let (height, width) = (ScreenLayout.bodyHeight(in: size), size.width)
    let measure = max(1, min(width - 4, 60))
    func centered(_ text: String, _ style: Style = .plain) -> [Line] {
      TextLayout.wrap(text, to: measure).map { $0.isEmpty ? Line() : Line([Span($0, style)]).centered(in: width) }
    }
    let style: Style = state.responseCode == nil ? .quiet : .strong
    var code = centered(state.code, style)
    if code.count + 2 > height { code = [Line([Span(state.code, style)]).cut(to: measure).centered(in: width)] }
    lines = code + centered(state.count)
    if lines.count + 2 <= height { lines.append(Line()) }
    button = lines.count
    lines.append(Line(state.button.spans).cut(to: width).centered(in: width))
    let above = max(0, (height - Self.usualHeight) / 2)
    let failure = state.failure.map { [Line()] + centered($0.sentence, .failure) } ?? []
    hasFailure = above + lines.count + failure.count <= height
    lines = Array(repeating: Line(), count: above) + lines + (hasFailure ? failure : [])
    button += above
  }
}

extension DataFetchState {
  /// Returns the frame of the screen.
  ///
  /// - Parameter address: The server's address.
  func frame(in size: Size, address: String) -> Frame {
    let body = DataFetchBody(self, in: size)
    var left = Span(button.statusText)
    if let notice { left = Span(notice) }
    if let failure, !body.hasFailure { left = Span(failure.sentence, .failure) }
    let isBusy = if case .busy = button.phase { true } else { false }
    let keys = ["? help", isBusy ? "esc cancel" : "↵ fetch"] + (responseCode == nil ? [] : ["y copy"]) + ["q quit"]
    return Frame(
      header: .bar([Span(" Fetch", .title)], [Span(address, .quiet)], width: size.width), body: body.lines,
      StatusBar("", [left], keys: keys), focus: body.button, in: size)
  }

  fileprivate var code: String {
    if let responseCode { return responseCode.text }
    return timesFetched == nil ? unknown : "No response code yet."
  }

  fileprivate var count: String {
    timesFetched.map { "fetched \($0) \($0 == 1 ? "time" : "times")" } ?? unknown
  }

  /// A placeholder: an ellipsis while the value is being read, and a dash if that fails.
  private var unknown: String { failure == nil ? "…" : "—" }
}

extension Line {
  fileprivate func centered(in width: Int) -> Self {
    Self([Span(spaces: (width - self.width) / 2)] + spans)
  }
}
