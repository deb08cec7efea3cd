import Essentials

/// A formula of MathML (MathML Core, 3) as it is typed on one line: `x^n=(a+b)/2`.
struct Formula {
  /// The largest number of tokens in a formula.
  private static let limit = 2_000

  /// An open element and the texts of its children.
  private struct Element {
    var name: String
    var parts: [String] = []
  }

  private var open = [Element(name: "math")]

  /// The text; may be empty.
  var text: String { open[0].parts.joined() }

  /// Returns nil for a formula that is too long for one line, or that contains elements of HTML.
  /// - Parameter tokens: The start tag of the formula and the tokens in it.
  init?(_ tokens: ArraySlice<Token>) {
    guard tokens.count <= Self.limit else { return nil }
    for token in tokens.dropFirst() {
      if case .tag(let name, _, _) = token, elements.contains(name) { return nil }
      switch token {
      case .text(let bytes):
        let text = decoded(bytes).trimmed
        if !text.isEmpty { open[open.count - 1].parts.append(text) }
      case .tag(let name, _, false): open.append(Element(name: name))
      case .tag(let name, _, true):
        guard let start = open.lastIndex(where: { $0.name == name }), start > 0 else { continue }
        while open.count > start { end() }
      }
    }
    while open.count > 1 { end() }
  }

  private mutating func end() {
    let element = open.removeLast()
    if let text = Self.text(of: element), !text.isEmpty { open[open.count - 1].parts.append(text) }
  }

  private static func text(of element: Element) -> String? {
    let parts = element.parts
    switch (element.name, parts.count) {
    case ("annotation", _), ("annotation-xml", _): return nil
    case ("mfrac", 2): return grouped(parts[0]) + "/" + grouped(parts[1])
    case ("msup", 2), ("mover", 2): return grouped(parts[0]) + script(parts[1], isRaised: true)
    case ("msub", 2), ("munder", 2): return grouped(parts[0]) + script(parts[1], isRaised: false)
    case ("msubsup", 3), ("munderover", 3):
      return grouped(parts[0]) + script(parts[1], isRaised: false) + script(parts[2], isRaised: true)
    case ("msqrt", _): return "√" + grouped(parts.joined())
    case ("mroot", 2): return script(parts[1], isRaised: true, mark: "") + "√" + grouped(parts[0])
    case ("mtr", _): return parts.joined(separator: " ")
    case ("mtable", _): return parts.joined(separator: "; ")
    default: return parts.joined()
    }
  }

  /// Returns an exponent or an index: in Unicode's characters for it, else behind the mark of TeX. An accent stays.
  private static func script(_ text: String, isRaised: Bool, mark: String? = nil) -> String {
    if accents.contains(text) { return text }
    return inScript(text, isRaised: isRaised) ?? (mark ?? (isRaised ? "^" : "_")) + grouped(text)
  }

  /// Returns a part in parentheses, unless it is one word or number, or has its own.
  static func grouped(_ text: String) -> String {
    text.count < 2 || text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "." }
      || text.hasPrefix("(") && text.hasSuffix(")")
      ? text : "(\(text))"
  }

  private static let accents: Set = ["¯", "‾", "^", "ˆ", "~", "˜", "→", "⃗", "˙", "¨", "′", "″", "*", "∗", "†"]
}
