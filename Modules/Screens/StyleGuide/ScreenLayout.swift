public import Rendering
public import Terminal
import TextLayout

/// How a screen is laid out: a header, a body, and a status line at the bottom, perhaps with an error above it.
public struct ScreenLayout: Sendable {
  /// The line at the top.
  public var header: Line
  /// The lines between.
  public var body: [Line]
  /// What went wrong, above the line at the bottom; nil for nothing.
  public var error: Line?
  /// The line at the bottom.
  public var status: Line
  /// The row of the body that the terminal's cursor stands on, which screen readers and magnifiers follow.
  public var focus: Int?
  /// The pictures in the body, by the body's rows.
  public var pictures: [PlacedPicture]

  public init(
    header: Line, body: [Line], error: Line? = nil, status: Line, focus: Int? = nil, pictures: [PlacedPicture] = []
  ) {
    self.header = header
    self.body = body
    self.error = error
    self.status = status
    self.focus = focus
    self.pictures = pictures
  }

  /// The layout for a screen of that size.
  public init(
    header: Line, body: [Line], _ bar: StatusBar, focus: Int? = nil, pictures: [PlacedPicture] = [], in size: Size
  ) {
    let (error, status) = bar.lines(in: size)
    self.init(header: header, body: body, error: error, status: status, focus: focus, pictures: pictures)
  }

  /// How many rows of a screen are left for the body.
  /// - `hasFailed`: whether there is a failure to be told of.
  public static func bodyHeight(in size: Size, hasFailed: Bool = false) -> Int {
    max(0, size.height - 2 - (hasFailed ? StatusBar.errorHeight(in: size) : 0))
  }

  /// The first row of the body.
  public static let bodyTop = 1

  /// The layout as a frame of that size.
  public func frame(in size: Size) -> Frame {
    let height = Self.bodyHeight(in: size) - (error == nil ? 0 : 1)
    let body = body.prefix(height) + Array(repeating: Line(), count: max(0, height - body.count))
    return Frame(
      [header] + body + (error.map { [$0] } ?? []) + [status], size: size,
      cursor: focus.map { .init(column: 0, row: $0 + Self.bodyTop) },
      pictures: pictures.compactMap { $0.cut(to: 0..<height, width: size.width)?.moved(down: Self.bodyTop) })
  }
}

/// The body of a page with nothing to show: a word, why, a button, the server's address, and what else can be done.
public func emptyBody(
  _ word: String, because sentence: String?, button: AsyncButtonState?, address: String, advice: [String] = [],
  in size: Size
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
  let height = ScreenLayout.bodyHeight(in: size)
  for (number, sentence) in advice.enumerated() {
    let wrapped = TextLayout.wrap(sentence, to: max(1, size.width - 4)).map { centered([Span($0, .quiet)]) }
    let paragraph = (number == 0 ? [Line()] : []) + wrapped
    if lines.count + paragraph.count <= height { lines += paragraph }
  }
  let above = max(0, (height - lines.count) / 2)
  return (Array(repeating: Line(), count: above) + lines, focus.map { $0 + above })
}

extension AsyncButtonState {
  /// What the button looks like; what it does shows without colour.
  public var spans: [Span] {
    switch phase {
    case .ready: [Span("[ \(title) ]", Style(.reverse), key: .enter)]
    case .working: [Span("[ \(title) ]", .quiet)]
    case .busy(let tick): [Span("[ \(title) \(spinner(tick)) ]", .quiet)]
    }
  }
}
