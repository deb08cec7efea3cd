import TerminalTestSupport

/// A screen drawn as an SVG picture of a dark terminal.
struct ScreenPicture {
  /// Sizes in pixels; whole numbers, so that there is no gap between neighbouring cells.
  private static let cellWidth = 8
  private static let cellHeight = 18
  private static let margin = 12
  private static let text = "#d4d7dd"
  private static let background = "#16181d"
  /// The background in the form in which terminals report it.
  static let xtermBackground = "16/18/1d"
  /// The first 16 colours, which differ between terminals.
  private static let palette = [
    "#2b2f38", "#e06c75", "#8ec07c", "#e5c07b", "#61afef", "#c678dd", "#56b6c2", "#d4d7dd",
    "#7f8693", "#ff7b86", "#a5d6a7", "#ffd787", "#82c7ff", "#d8a0ee", "#7fd5de", "#ffffff",
  ]

  /// - Parameter title: The description for people who cannot see the picture.
  static func svg(of screen: VirtualScreen, title: String) -> String {
    let width = (screen.cells.first?.count ?? 0) * cellWidth + 2 * margin
    let height = screen.cells.count * cellHeight + 2 * margin
    let rows = screen.cells.enumerated().flatMap { row, cells in runs(of: cells).map { draw($0, row: row) } }
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" width="\(width)" height="\(height)" \
      font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="13.3" \
      fill="\(text)" shape-rendering="crispEdges" xml:space="preserve">
      <title>\(escaped(title))</title>
      <rect width="\(width)" height="\(height)" rx="8" shape-rendering="auto" fill="\(background)"/>
      \(rows.filter { !$0.isEmpty }.joined(separator: "\n"))
      </svg>

      """
  }

  private struct Run {
    var column: Int
    var text: String
    var width: Int
    var style: String
  }

  /// Returns runs of neighbouring cells with one style. Each character outside of ASCII is a separate run, because its
  /// width differs between fonts.
  private static func runs(of cells: [VirtualScreen.Cell]) -> [Run] {
    var runs: [Run] = []
    for (column, cell) in cells.enumerated() {
      let isPlain = cell.text.utf8.count == 1
      if cell.text.isEmpty {
        if !runs.isEmpty { runs[runs.count - 1].width += 1 }
      } else if isPlain, let last = runs.last, last.style == cell.style, last.text.utf8.count == last.width {
        runs[runs.count - 1].text += cell.text
        runs[runs.count - 1].width += 1
      } else {
        runs.append(Run(column: column, text: cell.text, width: 1, style: cell.style))
      }
    }
    return runs
  }

  private static func draw(_ run: Run, row: Int) -> String {
    var codes: Set<Int> = []
    var front = text
    var back = background
    var rest = run.style.split(separator: ";").compactMap { Int($0) }[...]
    while let code = rest.popFirst() {
      switch code {
      case 30...37: front = palette[code - 30]
      case 90...97: front = palette[code - 82]
      case 40...47: back = palette[code - 40]
      case 100...107: back = palette[code - 92]
      case 48 where rest.first == 2:
        back = "#" + rest.dropFirst().prefix(3).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        rest = rest.dropFirst(4)
      default: codes.insert(code)
      }
    }
    if codes.contains(7) { swap(&front, &back) }
    let left = margin + run.column * cellWidth
    let top = margin + row * cellHeight
    let width = run.width * cellWidth
    var drawn = ""
    if back != background {
      drawn +=
        #"<rect x="\#(left)" y="\#(top)" width="\#(width)" height="\#(cellHeight)" fill="\#(back)"/>"#
    }
    if run.text.allSatisfy({ $0 == " " }) { return drawn }
    // Bars are drawn as shapes, because in many fonts they are lower than a line and would leave gaps.
    if let bar = ["│": (3, 1), "▎": (0, 2)][run.text] {
      let look = codes.contains(2) ? #" opacity="0.6""# : ""
      return drawn
        + #"<rect x="\#(left + bar.0)" y="\#(top)" width="\#(bar.1)" height="\#(cellHeight)" fill="\#(front)"\#(look)/>"#
    }
    let look = [
      front == text ? nil : #"fill="\#(front)""#, codes.contains(1) ? #"font-weight="bold""# : nil,
      codes.contains(2) ? #"opacity="0.6""# : nil, codes.contains(3) ? #"font-style="italic""# : nil,
      codes.contains(4) ? #"text-decoration="underline""# : nil,
      codes.contains(9) ? #"text-decoration="line-through""# : nil,
    ].compactMap(\.self).map { " " + $0 }.joined()
    let place = #"x="\#(left)" y="\#(top + 13)" textLength="\#(width)""#
    return drawn + "<text \(place)\(look)>\(escaped(run.text))</text>"
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }
}
