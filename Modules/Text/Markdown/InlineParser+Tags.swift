import HTMLText

extension InlineParser {
  /// Reads an HTML tag such as `<br>` or `<kbd>`, and applies it or leaves it out. An element without an end tag is
  /// text, like other markup that is not closed, and so is a block element.
  mutating func tag() {
    guard let tag = tags.tag(at: index) else {
      index += 1
      return
    }
    switch tag.name {
    case nil: add(Piece(text: index..<index, isShown: false), end: tag.end)
    case "br"?: breakLine(behind: tag.end)
    case "img"?: add(Piece(text: index..<tag.end, replacement: tag.text ?? "", isShown: tag.text != nil), end: tag.end)
    case "wbr"?, "hr"?: add(Piece(text: index..<index, isShown: false), end: tag.end)
    case let name? where !tag.isBlock && ended.contains(name): element(name, tag)
    default: index = tag.end
    }
  }

  private mutating func element(_ name: String, _ tag: HTMLTag) {
    addText(to: index)
    var piece = Piece(text: index..<index, isShown: false)
    if !tag.isEnd {
      openTags[name, default: []].append(pieces.count)
      piece.link = tag.link
    } else if let opener = openTags[name]?.popLast() {
      pieces[opener].opens = tag.traits
      piece.closes = tag.traits
      piece.endsLink = pieces[opener].link != nil
    }
    add(piece, end: tag.end)
  }

  /// Adds a line break, unless the paragraph begins or ends there. A line break of the text right after it is the same
  /// one.
  private mutating func breakLine(behind end: Int) {
    func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A }
    let isWithin = !bytes[..<index].allSatisfy(isSpace) && !bytes[end...].allSatisfy(isSpace)
    var next = end
    while let byte = byte(next), byte == 0x20 || byte == 0x09 { next += 1 }
    if byte(next) == 0x0A { next += 1 } else { next = end }
    add(Piece(text: index..<end, replacement: "\n", isShown: isWithin), end: next)
  }
}
