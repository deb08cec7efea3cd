import RichText

/// The conversion of tokens of HTML to blocks.
struct RichTextBuilder {
  typealias Block = RichText.Block
  typealias Run = RichText.Run

  /// An open element that contains blocks, and the numbers of its items.
  private struct Open {
    var name: String
    var container: RichText.Container?
    var numbers: ListNumbers?
    /// The number of blocks before it.
    var start: Int

    var isList: Bool { name == "ul" || name == "ol" }
  }

  let tokens: [Token]
  let outline: Outline
  var blocks: [Block] = []
  private var runs: [Run] = []
  private var kind = Block.Kind.paragraph
  /// The index of the token that ends the current code.
  private var codeEnd = 0
  private var open: [Open] = []
  /// The numbers of open elements that style their text, by name.
  private var depths: [String: Int] = [:]
  /// The names of those that are not closed: they end with the block.
  private var unended: [String] = []
  private(set) var link: String?
  /// Whether the link leads to another part of the same text.
  private var isLocal = false
  /// Whether a space is to be added if text follows.
  private var hasSpace = false
  /// The number of empty lines above the next block.
  private var space = 0
  /// Whether the last block is a picture in a line of text, which a line break ends.
  private var isBehindPicture = false
  /// The current table, if its cells contain only text, code and lists.
  private var table: TableRows?
  /// The number of open elements around it.
  private var tableDepth = 0
  /// The marker of an item within a cell whose text has not begun.
  private var pendingMarker: String?
  /// The address for a picture whose own element has none.
  var pictureSource: String?
  /// The index of the token that ends the current `noscript`.
  var fallbackEnd = 0
  /// Whether the last picture, video or frame is from a `noscript`.
  private var isLastFallback = false
  /// The ends of the last formula, video and sound that were searched in vain, by name.
  var searchedEnds: [String: Int] = [:]

  private static let headings = ["h1": 1, "h2": 2, "h3": 3, "h4": 4, "h5": 5, "h6": 6]
  private static let lists: Set<String> = ["ul", "ol", "dl", "menu", "dir"]
  /// The elements with an empty line above and below.
  private static let spaced: Set<String> = [
    "p", "blockquote", "pre", "ul", "ol", "dl", "menu", "dir", "table", "figure", "hr", "details",
  ]
  /// The elements that change the characters of their text or surround it with others.
  private static let marks: Set<String> = ["sup", "sub", "q", "rt", "pre"]
  /// The texts of links from a footnote back to the text, or from a heading to itself.
  private static let localSigns: Set<Unicode.Scalar> = [
    "↩", "↑", "⤴", "⏎", "^", "#", "¶", "§", "🔗", "\u{FE0E}", "\u{FE0F}",
  ]

  init(_ tokens: [Token]) {
    self.tokens = tokens
    outline = Outline(tokens)
  }

  mutating func add(_ text: String) {
    if kind == .code { return append(text) }
    if isCodeOfCell { return addCodeOfCell(text) }
    if isLocal, text.unicodeScalars.allSatisfy({ $0.isBlank || Self.localSigns.contains($0) }) { return }
    let isRaised = depths["sup", default: 0] > 0 || isLocal && isNoteNumber(text)
    var part = ""
    for scalar in text.unicodeScalars {
      if UInt8(exactly: scalar.value)?.isHTMLSpace == true {
        // No line begins with a space.
        if !part.isEmpty || !runs.isEmpty && !endsLine { hasSpace = true }
      } else {
        if hasSpace { part.isEmpty ? appendSpace() : part.append(" ") }
        hasSpace = false
        part.unicodeScalars.append(scalar)
      }
    }
    guard !part.isEmpty else { return }
    let isShifted = isRaised || depths["sub", default: 0] > 0
    append(isShifted ? shifted(part, after: runs.last?.text.last, isRaised: isRaised) : part)
  }

  private var isCodeOfCell: Bool { table != nil && depths["pre", default: 0] > 0 }

  private mutating func addCodeOfCell(_ text: String) {
    for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      if number > 0 { breakLine() }
      if !line.isEmpty { append(String(line.replacing("\t", with: "    "))) }
    }
  }

  /// Whether a number directly follows a word, as that of a footnote does.
  private func isNoteNumber(_ text: String) -> Bool {
    guard !hasSpace, let last = runs.last?.text.last, last.isLetter || ".,;:!?”’".contains(last) else { return false }
    return text.allSatisfy { $0.isASCII && $0.isNumber }
  }

  private var look: Run {
    var run = Run("", [], link: link)
    for (name, traits) in elementTraits where depths[name, default: 0] > 0 { run.traits.insert(traits) }
    if kind == .code || isCodeOfCell { run.traits = .code }
    return run
  }

  /// Adds a space. One between two styles has neither.
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

  private mutating func append(_ run: Run) {
    if let marker = pendingMarker {
      pendingMarker = nil
      append(Run(marker + " "))
    }
    if let last = runs.last, last.traits == run.traits, last.link == run.link {
      runs[runs.count - 1].text += run.text
    } else {
      runs.append(run)
    }
  }

  /// Whether the current text ends with a line break.
  private var endsLine: Bool { runs.last?.text.last?.isNewline == true }

  /// Adds a line break, at most two in a row outside of code, and one in a table. On an empty line it is an empty line
  /// above the next block.
  private mutating func breakLine() {
    hasSpace = false
    if table != nil {
      if !runs.isEmpty, !endsLine { append(Run(Block.cellBreak)) }
      return
    }
    guard let last = runs.last else {
      if !isBehindPicture, !blocks.isEmpty, !isFirstInItem, open.last?.isList != true { space = 1 }
      isBehindPicture = false
      return
    }
    if kind == .code || !last.text.hasSuffix("\n\n") { append("\n") }
  }

  /// Ends a line of code, unless it is empty.
  private mutating func endCodeLine() {
    if let last = runs.last, last.text.last?.isNewline != true { append("\n") }
  }

  /// - Parameter index: The index of its start tag.
  mutating func begin(_ name: String, _ attributes: [Attribute], at index: Int) {
    if kind == .code, index < codeEnd {
      if name == "br" { append("\n") } else if breakingElements.contains(name) { endCodeLine() }
      return
    }
    switch name {
    case "a":
      link = attributes["href"].flatMap { $0.isEmpty || $0.hasPrefix("#") ? nil : $0 }
      isLocal = attributes["href"]?.hasPrefix("#") == true
    case "br": breakLine()
    case "q": add("“")
    case "rt":
      endReading()
      if outline.ends[index] != nil { add("(") }
    case "thead", "tbody", "tfoot": table?.isInHead = name == "thead"
    case "tr", "td", "th": beginPart(of: name, attributes)
    case "input":
      if attributes["type"] == "checkbox", open.last?.name == "li" || pendingMarker != nil {
        add(attributes["checked"] == nil ? "[ ] " : "[x] ")
      }
    case "img": if let text = attributes["alt"], !isFileName(text) { add(text) }
    case _ where breakingElements.contains(name):
      if table != nil { beginLine(name, attributes, at: index) } else { beginBlock(name, attributes, at: index) }
    default: break
    }
    if elementTraits[name] != nil || Self.marks.contains(name) { depths[name, default: 0] += 1 }
    if outline.ends[index] == nil { unended.append(name) }
  }

  /// Begins a block of a cell on a line of its own.
  private mutating func beginLine(_ name: String, _ attributes: [Attribute], at index: Int) {
    breakLine()
    if name == "li" {
      pendingMarker = nextMarker(attributes["value"].flatMap(ListNumbers.number))
    } else if Self.lists.contains(name), open.count < 4 * RichText.depthLimit {
      let numbers = name == "ol" ? ListNumbers(attributes, count: outline.items[index] ?? 0) : nil
      open.append(Open(name: name, numbers: numbers, start: blocks.count))
    }
  }

  private mutating func beginBlock(_ name: String, _ attributes: [Attribute], at index: Int) {
    flush()
    if kind == .code { kind = .paragraph }
    if Self.spaced.contains(name), !isFirstInItem { space = blocks.isEmpty ? 0 : 1 }
    // There is no empty line above a list within a list, unless the outer one begins with it.
    if Self.lists.contains(name), Self.isInList(open.filter { $0.start < blocks.count }) { space = 0 }
    switch name {
    case "h1", "h2", "h3", "h4", "h5", "h6":
      kind = .heading(Self.headings[name] ?? 6)
      space = blocks.isEmpty ? 0 : 1
    case "pre":
      kind = .code
      codeEnd = outline.ends[index] ?? 0
    case "hr": blocks.append(Block(.rule, in: containers, space: space))
    case "table":
      guard outline.simpleTables.contains(index) else { break }
      table = TableRows()
      tableDepth = open.count
    case "blockquote", "li", "dt", "dd",
      _ where Self.lists.contains(name):
      beginContainer(name, attributes, count: outline.items[index] ?? 0)
    default: break
    }
  }

  /// Whether an item or a definition has begun and is still empty.
  private var isFirstInItem: Bool {
    open.last.map { ($0.name == "li" || $0.name == "dd") && $0.start == blocks.count } ?? false
  }

  /// Whether an element is within a list with items, or directly within another such list.
  private static func isInList(_ open: some Sequence<Open>) -> Bool { open.contains { $0.name == "li" || $0.isList } }

  private var containers: [RichText.Container] { open.compactMap(\.container) }

  private mutating func beginContainer(_ name: String, _ attributes: [Attribute], count: Int) {
    // An item ends at the start of the next one of its list.
    if let last = open.lastIndex(where: { $0.name != "blockquote" }),
      name == "li" && open[last].name == "li" || (name == "dt" || name == "dd") && open[last].name == "dd"
    {
      open.removeSubrange(last...)
    }
    guard name != "dt", open.count < 4 * RichText.depthLimit else { return }
    var container: RichText.Container?
    if containers.count < RichText.depthLimit {
      switch name {
      case "blockquote": container = .quotation
      case "dd": container = .indentation
      // A list that is directly within another one belongs to the item before it.
      case "ul" where open.last?.isList == true, "ol" where open.last?.isList == true: container = .indentation
      case "li": container = .item(marker: nextMarker(attributes["value"].flatMap(ListNumbers.number)), isFirst: true)
      default: break
      }
    }
    let numbers = name == "ol" ? ListNumbers(attributes, count: count) : nil
    open.append(Open(name: name, container: container, numbers: numbers, start: blocks.count))
  }

  private mutating func nextMarker(_ number: Int?) -> String {
    guard let list = open.lastIndex(where: { Self.lists.contains($0.name) }), open[list].numbers != nil else {
      return RichText.bullet(depth: max(0, open.count { $0.name == "ul" } - 1))
    }
    if let number { open[list].numbers?.next = number }
    return open[list].numbers?.marker() ?? ""
  }

  mutating func end(_ name: String, at index: Int) {
    if kind == .code, index <= codeEnd {
      guard index == codeEnd else {
        if breakingElements.contains(name), name != "br" { endCodeLine() }
        return
      }
      codeEnd = 0
    }
    if name == "q", depths[name, default: 0] > 0 { add("”") }
    if name == "rt" || name == "ruby" { endReading() }
    endStyle(name)
    if endPart(of: name) { return }
    guard breakingElements.contains(name), name != "br" else { return }
    if table != nil {
      if name == "li" { pendingMarker = nil }
      breakLine()
      if let last = open.lastIndex(where: { $0.name == name }), last >= tableDepth { open.removeSubrange(last...) }
      return
    }
    flush()
    if name == "figcaption" { joinCaption() }
    kind = .paragraph
    if Self.spaced.contains(name) || Self.headings[name] != nil { space = 1 }
    if let last = open.lastIndex(where: { $0.name == name }) { open.removeSubrange(last...) }
    if Self.lists.contains(name), Self.isInList(open) { space = 0 }
  }

  /// Ends the reading that stands above the text of a `ruby` element.
  private mutating func endReading() {
    guard depths["rt", default: 0] > 0 else { return }
    add(")")
    depths["rt"] = 0
  }

  /// Ends what an element does to the text in it.
  private mutating func endStyle(_ name: String) {
    if let depth = depths[name] { depths[name] = max(0, depth - 1) }
    if name == "a" {
      endLink()
      link = nil
      isLocal = false
    }
  }

  /// Moves the line breaks at the end of a link behind it.
  private mutating func endLink() {
    guard kind != .code, let link, var run = runs.last, run.link == link, run.text.hasSuffix("\n") else { return }
    var breaks = Run("")
    while run.text.hasSuffix("\n") {
      run.text.removeLast()
      breaks.text += "\n"
    }
    runs.removeLast()
    if !run.text.isEmpty { runs.append(run) }
    append(breaks)
  }

  /// Ends the current block, with the elements that are not closed.
  mutating func flush() {
    isBehindPicture = false
    let ended = takeRuns()
    if !ended.isEmpty { append(Block(kind, ended, in: containers, space: blocks.isEmpty ? 0 : space)) }
  }

  /// Returns the runs of the current block without space at the end; none if they show nothing.
  private mutating func takeRuns() -> [Run] {
    defer {
      runs = []
      hasSpace = false
      unended = []
      pendingMarker = nil
    }
    for name in unended { endStyle(name) }
    while let last = runs.last?.text.last, kind == .code ? last.isNewline : last.isWhitespace {
      runs[runs.count - 1].text.removeLast()
      if runs[runs.count - 1].text.isEmpty { runs.removeLast() }
    }
    if kind == .code, runs.first?.text.first?.isNewline == true { runs[0].text.removeFirst() }
    return runs.contains { $0.text.unicodeScalars.contains { !$0.isBlank } } ? runs : []
  }

  private mutating func append(_ block: Block) {
    blocks.append(block)
    space = 0
    for index in open.indices { open[index].container?.endFirstBlock() }
  }

  /// Adds a line with a link to a picture, video or frame, and one with the link around it; within a table, a link.
  /// - Parameter isFallback: Whether it is within a `noscript`.
  mutating func add(_ embedded: Embedded, isFallback: Bool) {
    let outer = link.flatMap { embedded.isPicture($0) ? nil : $0 }
    let picture = Run(embedded.words, link: outer == nil ? link ?? embedded.source : embedded.source)
    if table != nil {
      if !runs.isEmpty, !endsLine { append(Run(" ")) }
      append(picture)
      hasSpace = true
      return
    }
    let line = [picture] + (outer.map { [Run(" → "), Run("link", link: $0)] } ?? [])
    flush()
    // Pages that load their pictures late repeat each one for readers without scripts.
    let isRepeated = (isFallback || isLastFallback) && blocks.last?.runs.first?.link == picture.link
    isLastFallback = isFallback
    if isRepeated { return }
    var block = Block(.paragraph, line, in: containers, space: blocks.isEmpty ? 0 : space)
    block.picture = embedded.picture
    append(block)
    isBehindPicture = true
  }

  /// Shows a picture's description and its caption once where one begins with the other, and the caption has no links.
  private mutating func joinCaption() {
    let picture = blocks.count - 2
    guard picture >= 0, blocks[picture].picture != nil, let caption = blocks.last, caption.picture == nil,
      let words = blocks[picture].runs.first?.text, words.hasPrefix("Picture: ")
    else { return }
    let label = words.dropFirst("Picture: ".count)
    if caption.text.hasPrefix(label) {
      blocks[picture].runs[0].text = "Picture"
    } else if label.hasPrefix(caption.text), caption.runs.allSatisfy({ $0.link == nil }) {
      blocks.removeLast()
    }
  }

  mutating func finished() -> RichText {
    _ = endPart(of: "table")
    flush()
    return RichText(blocks)
  }

  private mutating func beginPart(of name: String, _ attributes: [Attribute]) {
    guard table != nil else { return flush() }
    endCell()
    if name == "tr" { table?.beginRow() } else { table?.beginCell(name, attributes) }
  }

  /// Ends a cell with the current text; text outside of cells is the table's caption.
  private mutating func endCell() {
    let ended = takeRuns()
    open.removeSubrange(tableDepth...)
    guard table?.endCell(ended) != true, !ended.isEmpty else { return }
    append(Block(.paragraph, ended.map(\.outsideOfCell), in: containers, space: blocks.isEmpty ? 0 : space))
  }

  /// Ends a cell, a row or a table.
  /// - Returns: Whether nothing else ends with it.
  private mutating func endPart(of name: String) -> Bool {
    guard ["td", "th", "tr", "table"].contains(name) else { return false }
    guard table != nil else {
      if name != "table" { flush() }
      return false
    }
    endCell()
    guard name == "table" else { return true }
    for block in table?.blocks(in: containers, space: blocks.isEmpty ? 0 : space) ?? [] { append(block) }
    table = nil
    return false
  }
}
