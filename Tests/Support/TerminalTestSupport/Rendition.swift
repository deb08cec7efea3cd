/// A graphic rendition (SGR) split into its parts.
struct Rendition {
  private var attributes: [String] = []
  private var foreground: [String] = []
  private var background: [String] = []

  init(_ codes: [String]) {
    var rest = codes[...]
    while let code = rest.first {
      let length = code == "38" || code == "48" ? (rest.dropFirst().first == "2" ? 5 : 3) : 1
      switch Int(code) ?? 0 {
      case 30...38, 90...97: foreground += rest.prefix(length)
      case 40...48, 100...107: background += rest.prefix(length)
      default: attributes.append(code)
      }
      rest = rest.dropFirst(length)
    }
  }

  /// The part that erased cells have: the background.
  var behindSpaces: String { background.joined(separator: ";") }

  /// The part that is visible on a space: lines and reversed colours with their colours, otherwise the background.
  var onSpaces: String {
    let lines = attributes.filter { ["4", "7", "9"].contains($0) }
    return lines.isEmpty ? behindSpaces : (lines + foreground + background).joined(separator: ";")
  }
}
