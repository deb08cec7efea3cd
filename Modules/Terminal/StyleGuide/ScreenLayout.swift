public import Rendering
public import Terminal
import TextLayout

/// How a screen is laid out: a header, a body, and a status line at the bottom.
public struct ScreenLayout: Sendable {
  /// The line at the top.
  public var header: Line
  /// The lines between.
  public var body: [Line]
  /// The line at the bottom.
  public var status: Line
  /// The row of the body that the terminal's cursor stands on, which screen readers and magnifiers follow.
  public var focus: Int?
  /// The pictures in the body, by the body's rows.
  public var pictures: [PlacedPicture]

  public init(header: Line, body: [Line], status: Line, focus: Int? = nil, pictures: [PlacedPicture] = []) {
    self.header = header
    self.body = body
    self.status = status
    self.focus = focus
    self.pictures = pictures
  }

  /// How many rows of a screen are left for the body.
  public static func bodyHeight(in size: Size) -> Int { max(0, size.height - 2) }

  /// The first row of the body.
  public static let bodyTop = 1

  /// The layout as a frame of that size.
  public func frame(in size: Size) -> Frame {
    let height = Self.bodyHeight(in: size)
    let body = body.prefix(height) + Array(repeating: Line(), count: max(0, height - body.count))
    return Frame(
      [header] + body + [status], size: size, cursor: focus.map { .init(column: 0, row: $0 + Self.bodyTop) },
      pictures: pictures.compactMap { $0.cut(to: 0..<height, width: size.width)?.moved(down: Self.bodyTop) })
  }
}

/// The body of a page with nothing to show: a word, why, a button, and whose fault it may be.
public func emptyBody(
  _ word: String, because sentence: String?, button: AsyncButtonState?, address: String, in size: Size
) -> (lines: [Line], focus: Int?) {
  let measure = max(1, min(size.width - 4, 60))
  func centered(_ spans: [Span]) -> Line {
    let line = Line(spans).cut(to: size.width)
    return Line([Span(String(repeating: " ", count: max(0, (size.width - line.width) / 2)))] + line.spans)
  }
  var lines = [centered([Span(word, .strong)])]
  lines += sentence.map { TextLayout.wrap($0, to: measure).map { centered([Span($0)]) } } ?? []
  var focus: Int?
  if let button {
    lines.append(Line())
    focus = lines.count
    lines.append(centered(button.spans))
  }
  lines.append(Line())
  lines.append(centered([Span(address, .quiet)]))
  let above = max(0, (ScreenLayout.bodyHeight(in: size) - lines.count) / 2)
  return (Array(repeating: Line(), count: above) + lines, focus.map { $0 + above })
}

extension AsyncButtonState {
  /// What the button looks like; what it does shows without colour.
  public var spans: [Span] {
    switch phase {
    case .ready: [Span("[ \(title) ]", Style(.reverse))]
    case .working: [Span("[ \(title) ]", .quiet)]
    case .busy(let tick): [Span("[ \(title) \(spinner(tick)) ]", .quiet)]
    }
  }
}
