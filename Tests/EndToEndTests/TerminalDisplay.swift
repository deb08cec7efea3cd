import Terminal
import TerminalTestSupport

/// A terminal as a person sees it: the program's full screen while there is one, and the plain output otherwise.
struct TerminalDisplay {
  /// The full screen of the program.
  private(set) var screen: VirtualScreen
  /// The modes that were set or reset, with their current values.
  private(set) var modes: [Int: Bool] = [:]
  /// The text that was written outside of a full screen.
  private(set) var plain = ""
  /// The copied texts, in base 64.
  private(set) var copied: [String] = []
  /// The output that a terminal would not understand.
  private(set) var complaints: [String] = []
  /// All bytes that were written.
  private(set) var bytes: [UInt8] = []
  private var size: Size
  private var rest: [UInt8] = []

  init(size: Size) {
    self.size = size
    screen = VirtualScreen(size: size)
  }

  /// The rows of the full screen; nil without one, or in the middle of a frame.
  var text: [String]? { modes[1049] == true && screen.synchronization <= 0 ? screen.text : nil }

  /// Whether all modes have their initial values.
  var isGivenBack: Bool { modes.allSatisfy { mode, isSet in isSet == Self.usual.contains(mode) } }

  /// The modes that are set initially: line wrap and a visible cursor.
  private static let usual: Set = [7, 25]

  mutating func resize(to size: Size) {
    self.size = size
    startScreen()
  }

  private mutating func startScreen() {
    complaints += screen.complaints
    screen = VirtualScreen(size: size)
  }

  /// Interprets new output, except for an incomplete end.
  mutating func write(_ new: some Sequence<UInt8>) {
    bytes += new
    rest += new
    let rest = rest
    guard let whole = (0..<4).compactMap({ String(validating: rest.dropLast($0), as: UTF8.self) }).first else {
      complaints.append("not UTF-8: \(rest)")
      self.rest = []
      return
    }
    let missing = rest.dropFirst(whole.utf8.count)
    var text = Substring(whole)
    let sequence = Self.sequence
    while let match = text.firstMatch(of: sequence) {
      put(text[..<match.range.lowerBound])
      obey(String(text[match.range]))
      text = text[match.range.upperBound...]
    }
    // In the middle of a frame, the last character or escape sequence may be incomplete.
    if screen.synchronization <= 0, !text.unicodeScalars.contains("\u{1B}") {
      put(text)
      text = ""
    }
    self.rest = Array(text.utf8) + missing
  }

  private mutating func put(_ text: Substring) {
    if text.isEmpty { return }
    if modes[1049] == true { screen.write(String(text)) } else { plain += text }
  }

  /// CSI with its parameters, OSC and APC with their terminators, CAN, and other characters after an ESC.
  private static var sequence: some RegexComponent<Substring> {
    /\u{1B}\[[0-?]*[ -\/]*[@-~]|\u{1B}\][^\u{07}\u{1B}]*(?:\u{07}|\u{1B}\\)|\u{1B}_[^\u{1B}]*\u{1B}\\|\u{1B}[^\[\]_]|\u{18}/
      .matchingSemantics(.unicodeScalar)
  }

  /// Sequences that only ask the terminal, or cancel an incomplete sequence.
  private static let questions: Set = [
    "\u{18}", "\u{1B}[?2026$p", "\u{1B}]11;?\u{1B}\\", "\u{1B}[16t", "\u{1B}[>0q", "\u{1B}[c",
  ]

  private mutating func obey(_ sequence: String) {
    // A link shows nothing itself.
    if Self.questions.contains(sequence) || sequence.hasPrefix("\u{1B}]8;") { return }
    if let match = sequence.wholeMatch(of: /\u{1B}\]52;c;([A-Za-z0-9+\/=]*)(\u{07}|\u{1B}\\)/) {
      return copied.append(String(match.1))
    }
    guard let match = sequence.wholeMatch(of: /\u{1B}\[\?([0-9]+)([hl])/), let mode = Int(match.1), mode != 2026 else {
      return modes[1049] == true ? screen.write(sequence) : complaints.append("outside: \(sequence.debugDescription)")
    }
    modes[mode] = match.2 == "h"
    if mode == 25 { screen.write(sequence) }
    if mode == 1049 { startScreen() }
    if ![7, 25, 1000, 1006, 1049, 2004].contains(mode) { complaints.append("mode \(mode)") }
  }

  /// All output that a terminal would not understand.
  var allComplaints: [String] { complaints + screen.complaints }
}
