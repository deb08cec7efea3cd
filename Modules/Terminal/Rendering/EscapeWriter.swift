import Terminal

/// A buffer of bytes for a terminal. It is the only code here that writes text, styles and cursor moves as control
/// sequences (ECMA-48, xterm).
struct EscapeWriter {
  private(set) var bytes: [UInt8] = []
  private var style = Style.plain
  private var link: Hyperlink?

  init() {
    bytes.reserveCapacity(1 << 12)
  }

  var text: String { String(decoding: bytes, as: UTF8.self) }

  mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }
  mutating func append(_ byte: UInt8) { bytes.append(byte) }

  private mutating func control(_ numbers: [Int], final: String) {
    append("\u{1B}[")
    for (index, number) in numbers.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ";")) }
      append(String(number))
    }
    append(final)
  }

  /// Moves the cursor (CUP). Row and column are counted from 0.
  mutating func move(toRow row: Int, column: Int) {
    switch (row, column) {
    case (0, 0): append("\u{1B}[H")
    case (_, 0): control([row + 1], final: "H")
    default: control([row + 1, column + 1], final: "H")
    }
  }

  /// Moves the cursor within its row (CHA). The column is counted from 0.
  mutating func move(toColumn column: Int) { control([column + 1], final: "G") }

  /// Erases the rest of the line in the current style (EL).
  mutating func eraseToEndOfLine() { append("\u{1B}[K") }

  /// Erases the screen in the plain style and moves to its first cell (ED).
  mutating func eraseAll() { append("\u{1B}[m\u{1B}[H\u{1B}[2J") }

  /// Begins or ends synchronized output (DEC mode 2026): text written in between appears at once.
  mutating func synchronize(_ isOn: Bool) { append(isOn ? "\u{1B}[?2026h" : "\u{1B}[?2026l") }

  /// Hides the cursor (DECTCEM).
  mutating func hideCursor() { append("\u{1B}[?25l") }

  /// Scrolls some rows. Sets margins (DECSTBM) and deletes or inserts lines at the top (DL, IL), which every terminal
  /// supports. The Linux console lacks SU and SD.
  mutating func scroll(_ scroll: Scroll) {
    control([scroll.rows.lowerBound + 1, scroll.rows.upperBound], final: "r")
    move(toRow: scroll.rows.lowerBound, column: 0)
    control(abs(scroll.lines) == 1 ? [] : [abs(scroll.lines)], final: scroll.lines > 0 ? "M" : "L")
    append("\u{1B}[r")
  }

  /// Sets the style for a space. A style that looks the same on spaces is not changed.
  mutating func setForSpace(_ newStyle: Style) { if style.onSpaces != newStyle { set(newStyle) } }

  /// Sets the style (SGR). Resets first (`0`), unless either style is plain.
  mutating func set(_ newStyle: Style) {
    guard newStyle != style else { return }
    var codes: [Int] = style == .plain || newStyle == .plain ? [] : [0]
    style = newStyle
    let attributes: [(Style.Attributes, Int)] = [
      (.bold, 1), (.dim, 2), (.italic, 3), (.underline, 4), (.reverse, 7), (.strikethrough, 9),
    ]
    for (attribute, code) in attributes where newStyle.attributes.contains(attribute) { codes.append(code) }
    if let color = newStyle.foreground { codes += Self.codes(of: color, base: 30) }
    if let color = newStyle.background { codes += Self.codes(of: color, base: 40) }
    control(codes, final: "m")
  }

  /// Sets the link of the text written from now on (OSC 8); nil for none.
  mutating func set(link newLink: Hyperlink?) {
    guard newLink != link else { return }
    link = newLink
    append("\u{1B}]8;")
    if let newLink {
      append(newLink.id.isEmpty ? ";" : "id=\(newLink.id);")
      append(newLink.address)
    } else {
      append(";")
    }
    append("\u{1B}\\")
  }

  private static func codes(of color: Color, base: Int) -> [Int] {
    switch color {
    case .palette(let number) where number < 8: [base + Int(number)]
    case .palette(let number) where number < 16: [base + 60 + Int(number) - 8]
    case .palette(let number): [base + 8, 5, Int(number)]
    case .role: []
    case .rgb(let red, let green, let blue): [base + 8, 2, Int(red), Int(green), Int(blue)]
    }
  }
}
