public import Rendering
public import Terminal
import TextLayout

/// The layout of a screen: a header, a body, and a status line, with an error above it if there is one.
public enum ScreenLayout {
  /// Returns the number of rows of the body.
  ///
  /// - Parameters:
  ///   - size: The size of the screen.
  ///   - hasFailed: Whether a failure has to be shown.
  public static func bodyHeight(in size: Size, hasFailed: Bool = false) -> Int {
    max(0, size.height - 2 - (hasFailed ? StatusBar.errorHeight(in: size) : 0))
  }

  /// The row of the screen on which the body begins.
  public static let bodyTop = 1
}

extension Frame {
  /// Creates the frame of a screen.
  ///
  /// - Parameters:
  ///   - header: The line at the top.
  ///   - body: The lines in the middle.
  ///   - bar: The bottom.
  ///   - focus: The row of the body with the terminal's cursor, which screen readers and magnifiers follow. While
  ///     something is typed, it is where the next character goes, and so is the window of an input method.
  ///   - pictures: The pictures in the body, in rows of the body.
  ///   - size: The size of the screen.
  public init(
    header: Line, body: [Line], _ bar: StatusBar, focus: Int? = nil, pictures: [PlacedPicture] = [], in size: Size
  ) {
    let (error, status) = bar.lines(in: size)
    let height = ScreenLayout.bodyHeight(in: size) - (error == nil ? 0 : 1)
    let body = body.prefix(height) + Array(repeating: Line(), count: max(0, height - body.count))
    let lines = [header.onBar] + body + (error.map { [$0] } ?? []) + [status]
    let typing = status.insertionColumn.map { Cursor(column: $0, row: lines.count - 1) }
    self.init(
      lines, size: size, cursor: typing ?? focus.map { Cursor(column: 0, row: $0 + ScreenLayout.bodyTop) },
      pictures: pictures.compactMap {
        $0.cut(to: 0..<height, width: size.width)?.moved(down: ScreenLayout.bodyTop)
      })
  }
}

/// Returns the body of an empty screen: a heading, the reason, a button, the server's address, and advice as far as
/// there is room.
public func emptyBody(
  _ word: String, because sentence: String?, button: AsyncButtonState?, address: String, advice: [String] = [],
  in size: Size
) -> (lines: [Line], focus: Int?) {
  let measure = max(1, min(size.width - 4, 60))
  func centered(_ spans: [Span]) -> Line {
    let line = Line(spans).cut(to: size.width)
    return Line([Span(spaces: (size.width - line.width) / 2)] + line.spans)
  }
  var lines = [centered([Span(word, .heading)])]
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
  /// The button as text. Its phase shows without colour.
  public var spans: [Span] {
    switch phase {
    case .ready: [Span("[ \(title) ]", .selected, key: .enter)]
    case .working: [Span("[ \(title) ]", .quiet)]
    case .busy(let tick): [Span("[ \(title) \(spinner(tick)) ]", .quiet)]
    }
  }
}

extension Line {
  /// The line on the background of titles.
  fileprivate var onBar: Self {
    var line = self
    for index in line.spans.indices { line.spans[index].style.background = Style.title.background }
    line.fill.background = Style.title.background
    return line
  }
}

/// Returns the frame of a panel, a list of lines that covers the screen: the help, the last errors.
///
/// - Parameters:
///   - title: The title of the header.
///   - lines: All lines of the text.
///   - top: The number of lines scrolled past.
///   - typed: The input line, which replaces the status line; nil if nothing is typed.
///   - keys: Further keys for the status line.
///   - size: The size of the screen.
public func panel(
  _ title: String, _ lines: [Line], top: Int, typed: Line? = nil, keys: [String] = [], in size: Size
) -> Frame {
  let height = ScreenLayout.bodyHeight(in: size)
  let first = max(0, min(top, lines.count - height))
  let isAll = lines.count <= height
  let position = isAll ? "" : "\(min(first + height, lines.count))/\(lines.count)"
  let keys = ["esc close"] + (isAll ? [] : ["j k scroll"]) + keys
  return Frame(
    header: .bar([Span(" \(title)", .title)], width: size.width), body: Array(lines.dropFirst(first).prefix(height)),
    StatusBar(position, typed: typed, keys: keys), focus: 0, in: size)
}
