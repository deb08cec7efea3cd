import RichText

extension RichTextBuilder {
  /// A line of its own, with its address, and that of the link it stands in; in a table, a link.
  mutating func add(_ embedded: Embedded) {
    if table != nil {
      add(" ")
      return append(Run(embedded.words, link: embedded.source))
    }
    flush()
    var line = [Run(embedded.words + " "), Run(embedded.source, link: embedded.source)]
    if let link = links.last ?? nil, link != embedded.source { line += [Run(" → "), Run(link, link: link)] }
    append(Block(.paragraph, line, in: containers, space: blocks.isEmpty ? 0 : space))
  }

  mutating func beginPart(of name: String) {
    guard table != nil else { return flush() }
    endCell()
    if name == "tr" { table?.beginRow() } else { table?.beginCell(isHead: name == "th") }
  }

  /// What stands outside of cells is the table's caption.
  private mutating func endCell() {
    guard table != nil else { return }
    if table?.endCell(runs) == true { (runs, hasSpace) = ([], false) } else { flush() }
  }

  /// Ends a cell, a row or a table.
  /// - Returns: whether that is all that there is to do.
  mutating func endPart(of name: String) -> Bool {
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
