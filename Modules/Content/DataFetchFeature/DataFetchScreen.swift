// The screen that fetches response codes.

import ContentDomain
import Essentials
import Rendering
public import Screen
import StyleGuide
import Terminal
import TextLayout

extension Screen {
  /// Returns the screen that fetches response codes.
  ///
  /// - Parameters:
  ///   - viewModel: The view model, with its state and its actions.
  ///   - address: The server's address.
  public static func dataFetch(_ viewModel: DataFetchViewModel, address: String) -> Self {
    Self(
      viewModel, appearing: .reload, resuming: .reload, disappearing: .disappeared, help: keys.help,
      render: { $0.frame(in: $1, address: address) },
      action: { event, state, size in
        switch event {
        case .key(let key): return keys.action(for: key, in: state, size: size)
        case .mouse(let mouse) where mouse.action == .press:
          return mouse.row - ScreenLayout.bodyTop == DataFetchBody(state, in: size).button ? .fetch : nil
        default: return nil
        }
      })
  }
}

private let keys = KeyMap<DataFetchState, DataFetchAction>([
  .init([.enter, "f"], "Enter, f", "fetch a response code") { _, _ in .fetch },
  .init([.escape], "Esc", "cancel") { state, _ in state.button.phase == .ready ? nil : .cancel },
  .init(["r"], "r", "refresh") { _, _ in .reload },
  .init(["y"], "y", "copy the response code") { _, _ in .copy },
])

/// The lines between the header and the status line, and the line of the button.
struct DataFetchBody {
  private(set) var lines: [Line] = []
  private(set) var button = 0
  /// Whether the body has room for the failure.
  let hasFailure: Bool

  /// The height of a code, a count, a button and a short failure, so that a failure moves nothing else when it appears.
  private static let usualHeight = 6

  init(_ state: DataFetchState, in size: Size) {
    let height = ScreenLayout.bodyHeight(in: size)
    let width = size.width
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
