import RichText

/// Blocks as they are made from the tags of HTML, one after the other.
struct RichTextBuilder {
  typealias Block = RichText.Block
  typealias Run = RichText.Run

  /// An element that blocks stand in, and how its items are counted.
  private struct Open {
    var name: String
    var container: RichText.Container?
    var number: Int?
  }

  var blocks: [Block] = []
  var runs: [Run] = []
  private var kind = Block.Kind.paragraph
  private var open: [Open] = []
  private var depths: [String: Int] = [:]
  var links: [String?] = []
  /// Whether white space is awaited that counts only if text follows.
  var hasSpace = false
  /// Empty lines above the next block.
  var space = 0
  /// The table that is being read, where its cells hold nothing but text.
  var table: TableRows?

  private static let headings = ["h1": 1, "h2": 2, "h3": 3, "h4": 4, "h5": 5, "h6": 6]
  /// Those that stand apart from what is above and below.
  private static let spaced: Set<String> = ["p", "blockquote", "pre", "ul", "ol", "dl", "table", "figure", "hr"]

  mutating func add(_ text: String) {
    if kind == .code { return append(text) }
    var part = ""
    for scalar in text.unicodeScalars {
      if UInt8(exactly: scalar.value)?.isHTMLSpace == true {
        if !part.isEmpty || !runs.isEmpty { hasSpace = true }
      } else {
        if hasSpace { part.isEmpty ? appendSpace() : part.append(" ") }
        hasSpace = false
        part.unicodeScalars.append(scalar)
      }
    }
    if !part.isEmpty { append(part) }
  }

  private var look: Run {
    var run = Run("", [], link: links.last ?? nil)
    for (name, traits) in elementTraits where depths[name, default: 0] > 0 { run.traits.insert(traits) }
    if kind == .code { run.traits = .code }
    return run
  }

  /// The space between two looks belongs to neither.
  private mutating func appendSpace() {
    let look = look
    guard let last = runs.last, last.traits != look.traits || last.link != look.link else { return append(" ") }
    append(Run(" "))
  }

  private mutating func append(_ text: String) {
    var run = look
    run.text = text
    append(run)
  }

  mutating func append(_ run: Run) {
    if let last = runs.last, last.traits == run.traits, last.link == run.link {
      runs[runs.count - 1].text += run.text
    } else {
      runs.append(run)
    }
  }

  /// - Parameter isSimple: whether a table that begins holds nothing but rows of text.
  mutating func begin(_ name: String, _ attributes: [Attribute], isSimple: Bool) {
    func attribute(_ name: String) -> String? { attributes.first { $0.name == name }.map { decoded($0.value) } }
    if elementTraits[name] != nil { depths[name, default: 0] += 1 }
    switch name {
    case "a": links.append(attribute("href"))
    case "br": breakLine()
    case "tr", "td", "th": beginPart(of: name)
    case _ where breakingElements.contains(name):
      if table != nil {
        hasSpace = !runs.isEmpty
        return
      }
      let number = attribute(name == "ol" ? "start" : "value").flatMap { Int($0) }.flatMap {
        abs($0) < 1 << 30 ? $0 : nil
      }
      beginBlock(name, number: number)
      if name == "table", isSimple { table = TableRows() }
    case _ where Embedded(name, attributes) != nil:
      if let embedded = Embedded(name, attributes) { add(embedded) }
    case "img": if let text = attribute("alt"), !text.isEmpty { add(text) }
    default: break
    }
  }

  private mutating func breakLine() {
    if table != nil {
      hasSpace = !runs.isEmpty
      return
    }
    hasSpace = false
    if !runs.isEmpty { append("\n") }
  }

  private mutating func beginBlock(_ name: String, number: Int?) {
    flush()
    if Self.spaced.contains(name), !isFirstInItem { space = blocks.isEmpty ? 0 : 1 }
    // A list within a list follows its item at once.
    if name == "ul" || name == "ol", open.contains(where: { $0.name == "li" }) { space = 0 }
    switch name {
    case "h1", "h2", "h3", "h4", "h5", "h6":
      kind = .heading(Self.headings[name] ?? 6)
      space = blocks.isEmpty ? 0 : 1
    case "pre": kind = .code
    case "hr": blocks.append(Block(.rule, in: containers, space: space))
    case "blockquote", "ul", "ol", "li": beginContainer(name, number: number)
    default: break
    }
  }

  /// Whether an item has begun, and nothing of it is there yet.
  private var isFirstInItem: Bool {
    if case .item(_, true)? = open.last?.container { true } else { false }
  }

  var containers: [RichText.Container] { open.compactMap(\.container) }

  private mutating func beginContainer(_ name: String, number: Int?) {
    // An item ends where the next one of its list begins.
    if name == "li", let last = open.lastIndex(where: { $0.name != "blockquote" }), open[last].name == "li" {
      open.removeSubrange(last...)
    }
    guard open.count < 4 * RichText.depthLimit else { return }
    var container: RichText.Container?
    if name == "li", let number, let list = open.lastIndex(where: { $0.name == "ul" || $0.name == "ol" }),
      open[list].number != nil
    {
      open[list].number = number
    }
    if containers.count < RichText.depthLimit {
      if name == "blockquote" { container = .quotation }
      if name == "li" { container = .item(marker: nextMarker(), isFirst: true) }
    }
    open.append(Open(name: name, container: container, number: name == "ol" ? number ?? 1 : nil))
  }

  private mutating func nextMarker() -> String {
    guard let list = open.lastIndex(where: { $0.name == "ul" || $0.name == "ol" }), let number = open[list].number
    else {
      return RichText.bullet(depth: max(0, open.count { $0.name == "ul" } - 1))
    }
    open[list].number = number + 1
    return "\(number)."
  }

  mutating func end(_ name: String) {
    if elementTraits[name] != nil { depths[name] = max(0, depths[name, default: 0] - 1) }
    if name == "a" { _ = links.popLast() }
    if endPart(of: name) { return }
    guard breakingElements.contains(name), name != "br" else { return }
    if table != nil {
      hasSpace = !runs.isEmpty
      return
    }
    flush()
    kind = .paragraph
    if Self.spaced.contains(name) || Self.headings[name] != nil { space = 1 }
    if name == "ul" || name == "ol", open.dropLast().contains(where: { $0.name == "li" }) { space = 0 }
    if let last = open.lastIndex(where: { $0.name == name }) { open.removeSubrange(last...) }
  }

  mutating func flush() {
    defer { (runs, hasSpace) = ([], false) }
    while runs.last?.text.last?.isNewline == true { runs[runs.count - 1].text.removeLast() }
    if kind == .code, runs.first?.text.first?.isNewline == true { runs[0].text.removeFirst() }
    guard runs.contains(where: { !$0.text.isEmpty }) else { return }
    append(Block(kind, runs, in: containers, space: blocks.isEmpty ? 0 : space))
  }

  mutating func append(_ block: Block) {
    blocks.append(block)
    space = 0
    for index in open.indices {
      if case .item(let marker, true)? = open[index].container {
        open[index].container = .item(marker: marker, isFirst: false)
      }
    }
  }

  mutating func finished() -> RichText {
    flush()
    return RichText(blocks)
  }
}
