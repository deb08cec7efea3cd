import Terminal

/// Bytes for a terminal. The only place that knows how its sequences are written (ECMA-48, xterm).
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

  private mutating func append(number: Int) {
    if number >= 10 { append(number: number / 10) }
    bytes.append(UInt8(ascii: "0") + UInt8(number % 10))
  }

  private mutating func control(_ numbers: [Int], final: String) {
    append("\u{1B}[")
    for (index, number) in numbers.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ";")) }
      append(number: number)
    }
    append(final)
  }

  /// CUP; both from 0.
  mutating func move(toRow row: Int, column: Int) {
    switch (row, column) {
    case (0, 0): append("\u{1B}[H")
    case (_, 0): control([row + 1], final: "H")
    default: control([row + 1, column + 1], final: "H")
    }
  }

  /// CHA; from 0.
  mutating func move(toColumn column: Int) { control([column + 1], final: "G") }

  /// EL, in the style that is set.
  mutating func eraseToEndOfLine() { append("\u{1B}[K") }

  /// ED, all of it, and home.
  mutating func eraseAll() { append("\u{1B}[m\u{1B}[H\u{1B}[2J") }

  /// DEC mode 2026: what comes between on and off appears at once.
  mutating func synchronize(_ isOn: Bool) { append(isOn ? "\u{1B}[?2026h" : "\u{1B}[?2026l") }

  /// DECTCEM.
  mutating func showCursor(_ isVisible: Bool) { append(isVisible ? "\u{1B}[?25h" : "\u{1B}[?25l") }

  /// DECSTBM, and DL or IL at its top, which every terminal has; SU and SD the Linux console has not.
  mutating func scroll(_ scroll: Scroll) {
    control([scroll.rows.lowerBound + 1, scroll.rows.upperBound], final: "r")
    move(toRow: scroll.rows.lowerBound, column: 0)
    control(abs(scroll.lines) == 1 ? [] : [abs(scroll.lines)], final: scroll.lines > 0 ? "M" : "L")
    append("\u{1B}[r")
  }

  /// Sets the style a space is to have: one that looks the same on spaces may stay.
  mutating func setForSpace(_ newStyle: Style) { if style.onSpaces != newStyle { set(newStyle) } }

  /// SGR: what is set, after a reset (`0`) unless there is nothing to be reset.
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

  /// OSC 8: what is written from now on leads there, or nowhere.
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
