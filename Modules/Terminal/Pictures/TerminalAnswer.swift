public import Terminal

/// An answer of a terminal to a `TerminalQuestion`.
public enum TerminalAnswer: Hashable, Sendable {
  /// The answer to `KittyGraphics.query`: whether the terminal could read the test picture.
  case kittyGraphics(isKnown: Bool)
  /// The terminal's class and features, by number.
  case deviceAttributes([Int])
  /// The size of a cell, each side from 2 to 512 pixels.
  case cellSize(PixelSize)
  /// The terminal's name and version, in printable ASCII.
  case version(String)
  /// The colour of the background.
  case background(Capabilities.ScreenColor)

  /// Creates an answer; nil if the sequence is not a known one.
  /// - Parameter sequence: One whole escape sequence as the terminal sent it, from ESC to its end.
  public init?(_ sequence: some Collection<UInt8>) {
    // No answer is longer.
    guard sequence.count <= 512, sequence.allSatisfy({ $0 < 0x80 }) else { return nil }
    let text = String(decoding: sequence, as: UTF8.self)
    if let answer = text.between("\u{1B}_G", "\u{1B}\\") {
      self.init(kittyGraphics: answer)
    } else if let answer = text.between("\u{1B}[?", "c") {
      guard let numbers = numbers(answer), !numbers.isEmpty else { return nil }
      self = .deviceAttributes(numbers)
    } else if let answer = text.between("\u{1B}[6;", "t") {
      guard let size = numbers(answer), size.count == 2, size.allSatisfy({ (2...512).contains($0) }) else { return nil }
      self = .cellSize(PixelSize(width: size[1], height: size[0]))
    } else if let answer = text.between("\u{1B}P>|", "\u{1B}\\") {
      guard !answer.isEmpty, answer.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else { return nil }
      self = .version(String(answer))
    } else if let answer = text.between("\u{1B}]11;", "\u{7}") ?? text.between("\u{1B}]11;", "\u{1B}\\") {
      guard let color = Capabilities.ScreenColor(answer) else { return nil }
      self = .background(color)
    } else {
      return nil
    }
  }

  /// Reads `i=31;OK`. Any text other than `OK` is an error.
  private init?(kittyGraphics answer: Substring) {
    let parts = answer.split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].split(separator: ",").contains("i=\(KittyGraphics.queryID)") else { return nil }
    self = .kittyGraphics(isKnown: parts[1] == "OK")
  }
}

/// Returns the decimal numbers between semicolons; nil if one is malformed or above 65,535.
private func numbers(_ text: Substring) -> [Int]? {
  let parts = text.split(separator: ";", omittingEmptySubsequences: false)
  let numbers = parts.compactMap { part in part.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(part) : nil }
  return numbers.count == parts.count && numbers.allSatisfy { $0 <= 65_535 } ? numbers : nil
}

extension Capabilities.ScreenColor {
  /// Reads a colour as in `rgb:ffff/ff/f` (XParseColor), and leaves out how opaque it is.
  fileprivate init?(_ text: Substring) {
    guard let match = text.wholeMatch(of: /rgba?:([0-9a-fA-F\/]+)/) else { return nil }
    let parts = match.1.split(separator: "/", omittingEmptySubsequences: false)
    let values = parts.compactMap { part in
      (1...4).contains(part.count) ? Int(part, radix: 16).map { $0 * 255 / ((1 << (4 * part.count)) - 1) } : nil
    }
    guard values.count == parts.count, (3...4).contains(values.count) else { return nil }
    self.init(red: UInt8(values[0]), green: UInt8(values[1]), blue: UInt8(values[2]))
  }
}

extension String {
  /// The text between a prefix and a suffix; nil unless it has both.
  fileprivate func between(_ beginning: String, _ end: String) -> Substring? {
    guard hasPrefix(beginning), hasSuffix(end), utf8.count >= beginning.utf8.count + end.utf8.count else { return nil }
    return dropFirst(beginning.count).dropLast(end.count)
  }
}

/// Questions to a terminal about itself; `TerminalAnswer` reads the answers.
public enum TerminalQuestion {
  /// Asks for the primary device attributes (DA1; DEC VT510). Every terminal answers, so the answer ends the others.
  public static let deviceAttributes = "\u{1B}[c"
  /// Asks for the size of a cell in pixels (xterm, ctlseqs, "Window manipulation", 16).
  public static let cellSize = "\u{1B}[16t"
  /// Asks for name and version (XTVERSION; xterm, ctlseqs).
  public static let version = "\u{1B}[>0q"

  /// Asks for the background colour (OSC 11; xterm, ctlseqs, "Operating System Commands").
  public static let background = "\u{1B}]11;?\u{1B}\\"

  /// The questions about pictures, in the order to ask them.
  public static var aboutPictures: [String] { [KittyGraphics.query, cellSize, version, deviceAttributes] }

  /// Returns all questions that suit the terminal. tmux and GNU screen are asked nothing about pictures. They draw the
  /// screen themselves, so pictures would stay behind when their windows scroll and change, and the picture question
  /// would become a window's name. tmux answers for the background colour.
  /// - Parameters:
  ///   - background: Whether to ask for the background colour.
  ///   - environment: The environment variables, which name tmux, GNU screen and the Linux console.
  public static func all(background: Bool, environment: [String: String]) -> [String] {
    let term = environment["TERM"] ?? ""
    let isTmux = environment["TMUX"] != nil || term.hasPrefix("tmux")
    let isScreen = !isTmux && (environment["STY"] != nil || term.hasPrefix("screen"))
    let isAsked = background && !isScreen && term != "linux"
    if isTmux || isScreen { return isAsked ? [Self.background, deviceAttributes] : [] }
    return (isAsked ? [Self.background] : []) + aboutPictures
  }
}
