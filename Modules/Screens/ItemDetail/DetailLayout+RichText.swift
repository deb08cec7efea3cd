import Rendering
public import RichText
import StyleGuide
import TextLayout

extension DetailLayout {
  /// Adds a rich text. Its links are numbered, and the addresses that differ from the texts of their links are listed
  /// below.
  ///
  /// - Parameters:
  ///   - text: A rich text whose links are absolute addresses.
  ///   - indentation: The indentation in columns; at most half of the measure is used.
  ///   - picture: Returns what to show above the line that names a picture, at most that many columns wide.
  public mutating func add(
    _ text: RichText, indentation: Int = 0,
    picture: (_ picture: RichText.Picture, _ columns: Int) -> TextPicture = { _, _ in .none }
  ) {
    var hidden: Set<Int> = []
    var before: RichText.Block?
    let start = Span(String(repeating: " ", count: min(indentation, measure / 2)))
    for block in text.blocks {
      let isTitle = if case .heading = block.kind { before != nil } else { false }
      let bars = before.map { zip($0.containers, block.containers).prefix { $0 == $1 && $0 == .quotation }.count } ?? 0
      for _ in 0..<max(before == nil ? 0 : block.space, isTitle ? 1 : 0) {
        add(line: [start] + Array(repeating: quotationBar, count: bars))
      }
      let prefix = prefix(of: block, after: start)
      if let named = block.picture { add(picture(named, max(1, measure - prefix.width)), prefix) }
      add(block, prefix, hidden: &hidden)
      before = block
    }
    guard !hidden.isEmpty else { return }
    addSpace()
    for number in hidden.sorted() {
      let mark = Span("[\(number)] ", .quiet)
      let address = links[number - 1]
      add(
        [Piece(address, .quiet, link: Hyperlink(id: "\(number)", address: address))],
        Prefix([start, mark], [start, Span(String(repeating: " ", count: mark.width))]))
    }
  }

  private mutating func add(_ block: RichText.Block, _ prefix: Prefix, hidden: inout Set<Int>) {
    switch block.kind {
    case .rule:
      add(line: prefix.first + [Span(String(repeating: "─", count: max(1, measure - prefix.width)), .quiet)])
    case .paragraph: add(pieces(of: block.runs, .plain, room: measure - prefix.width, hidden: &hidden), prefix)
    case .code: add(pieces(of: block.runs, .code, room: measure, hidden: &hidden), prefix, isCode: true)
    case .table(let alignments):
      let heads = block.cells.prefix(1).map { $0.map { cell(of: $0, .strong, prefix, &hidden) } }
      let rows = block.cells.dropFirst().map { $0.map { cell(of: $0, .plain, prefix, &hidden) } }
      add(TableLayout(alignments: alignments, rows: heads + rows), prefix)
    case .heading(let level):
      let style = level <= 2 ? Style.heading : .strong
      add(pieces(of: block.runs, style, room: measure - prefix.width, hidden: &hidden), prefix)
    }
  }

  private mutating func cell(
    of runs: [RichText.Run], _ style: Style, _ prefix: Prefix, _ hidden: inout Set<Int>
  ) -> TableLayout.Cell {
    TableLayout.Cell(pieces(of: runs, style, room: measure - prefix.width, hidden: &hidden))
  }

  /// Returns the prefix of a block: bars for quotations and markers for list items, at most half of the measure wide.
  private func prefix(of block: RichText.Block, after start: Span) -> Prefix {
    var first = [start]
    var rest = [start]
    func width() -> Int { Line(rest).width }
    for container in block.containers {
      let (mark, below): (Span, Span) =
        switch container {
        case .quotation: (quotationBar, quotationBar)
        case .indentation: (Span("  "), Span("  "))
        case .item(let marker, let isFirst): item(marker + " ", isFirst: isFirst)
        }
      guard width() + below.width <= measure / 2 else { break }
      first.append(mark)
      rest.append(below)
    }
    if block.kind == .code, width() + 2 <= measure / 2 {
      first.append(Span("  ", .code))
      rest.append(Span("  ", .code))
    }
    return Prefix(first, rest)
  }

  private func item(_ marker: String, isFirst: Bool) -> (Span, Span) {
    let below = Span(String(repeating: " ", count: TextLayout.width(of: marker)))
    return (isFirst ? Span(marker) : below, below)
  }

  /// Returns the pieces of a block's text, with the number of each link after it.
  private mutating func pieces(
    of runs: [RichText.Run], _ base: Style, room: Int, hidden: inout Set<Int>
  ) -> [Piece] {
    var pieces: [Piece] = []
    var shown = ""
    for (index, run) in runs.enumerated() {
      guard let address = run.link else {
        pieces.append(Piece(run.text, base.with(run.traits)))
        continue
      }
      let number = number(of: address)
      var style = base.with(run.traits)
      style.attributes.formUnion(Style.link.attributes)
      style.foreground = Style.link.foreground
      pieces.append(Piece(run.text, style, link: Hyperlink(id: "\(number)", address: address)))
      shown += run.text
      if index + 1 < runs.count, runs[index + 1].link == address { continue }
      let mark = "[\(number)]"
      // A no-break space holds the number at the end of its link, unless an address that fits would become too wide for
      // it.
      let isTight = TextLayout.width(of: shown) + mark.utf8.count + 1 > room
      pieces.append(Piece((isTight ? " " : "\u{A0}") + mark, .quiet))
      if shown != address { hidden.insert(number) }
      shown = ""
    }
    return pieces
  }

  private mutating func number(of address: String) -> Int {
    if let index = linkNumbers[address] { return index }
    links.append(address)
    linkNumbers[address] = links.count
    return links.count
  }
}

private let quotationBar = Span("▎ ", .bar)

extension Style {
  fileprivate func with(_ traits: RichText.Run.Traits) -> Self {
    var style = self
    if traits.contains(.strong) { style.attributes.insert(.bold) }
    if traits.contains(.emphasis) { style.attributes.insert(.italic) }
    if traits.contains(.strikethrough) { style.attributes.insert(.strikethrough) }
    if traits.contains(.code) {
      style.foreground = Style.code.foreground
      style.background = Style.code.background
    }
    return style
  }
}
