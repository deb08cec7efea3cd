import RichText

extension InlineParser {
  private static let longestAddress = LinkDefinitions.longestAddress
  /// The maximum depth of parentheses in an address.
  private static let deepestParenthesis = 32

  /// Adds `[` or `![`, which may begin a link.
  mutating func openLink(length: Int) {
    add(Piece(text: index..<index + length), end: index + length)
    brackets.append(pieces.count - 1)
  }

  /// Ends a link at `]` if `(address)` or `[label]` follows, or if the text itself is a label.
  mutating func closeLink() {
    guard let opener = brackets.popLast(), let (address, end) = target(of: opener) else {
      index += 1
      return
    }
    let isImage = pieces[opener].text.count == 2
    // An image without a description still shows that there is one.
    if isImage, pieces[opener].text.upperBound == index {
      add(Piece(text: index..<index, replacement: "Picture"), end: index)
    }
    pieces[opener].isShown = false
    pieces[opener].link = address
    add(Piece(text: index..<index, endsLink: true, isShown: false), end: end)
    // A link cannot contain another link, but it can contain an image.
    if !isImage { brackets = [] }
  }

  /// Returns the address of the link that ends here and the end of its markup; nil if no link ends here.
  private mutating func target(of opener: Int) -> (address: String, end: Int)? {
    if byte(index + 1) == UInt8(ascii: "("), let destination = destination(from: index + 2) { return destination }
    guard !definitions.isEmpty else { return nil }
    let own = pieces[opener].text.upperBound..<index
    if byte(index + 1) == UInt8(ascii: "[") {
      let label = bytes[(index + 2)...].prefix(LinkDefinitions.longestLabel + 1).prefix { $0 != UInt8(ascii: "]") }
      if byte(label.endIndex) == UInt8(ascii: "]"), let address = address(label.isEmpty ? own : label.indices) {
        return (address, label.endIndex + 1)
      }
    }
    return address(own).map { ($0, index + 1) }
  }

  private mutating func address(_ label: Range<Int>) -> String? {
    guard label.count <= LinkDefinitions.longestLabel else { return nil }
    guard let target = definitions.target(String(decoding: bytes[label], as: UTF8.self)) else { return nil }
    used.insert(target.label)
    return target.address
  }

  /// Returns the address after `](` and the end of the closing parenthesis. A title after the address is skipped.
  private func destination(from start: Int) -> (address: String, end: Int)? {
    var index = start
    skipSpaces(&index)
    let isInBrackets = byte(index) == UInt8(ascii: "<")
    if isInBrackets { index += 1 }
    let first = index
    var depth = 0
    while let byte = byte(index), index - first < Self.longestAddress, depth <= Self.deepestParenthesis {
      if isInBrackets ? byte == UInt8(ascii: ">") || byte == 0x0A : byte <= 0x20 { break }
      if byte == UInt8(ascii: "("), !isInBrackets { depth += 1 }
      if byte == UInt8(ascii: ")"), !isInBrackets {
        if depth == 0 { break }
        depth -= 1
      }
      index += 1
    }
    let address = String(decoding: bytes[first..<index], as: UTF8.self)
    if isInBrackets {
      guard byte(index) == UInt8(ascii: ">") else { return nil }
      index += 1
    }
    guard depth == 0 else { return nil }
    skipSpaces(&index)
    if let quote = byte(index), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
      let title = bytes[(index + 1)...].prefix(Self.longestAddress / 4).prefix { $0 != quote }
      index = title.endIndex + 1
      skipSpaces(&index)
    }
    return byte(index) == UInt8(ascii: ")") ? (address, index + 1) : nil
  }

  private func skipSpaces(_ index: inout Int) {
    let limit = index + 16
    while index < limit, let byte = byte(index), byte == 0x20 || byte == 0x09 || byte == 0x0A { index += 1 }
  }

  /// Adds an address such as `<https://example.org>`; returns false if there is none.
  mutating func addressInBrackets() -> Bool {
    let content = bytes[(index + 1)...].prefix(Self.longestAddress).prefix { $0 > 0x20 && $0 != 0x3C && $0 != 0x3E }
    guard byte(content.endIndex) == UInt8(ascii: ">"), schemeLength(at: index + 1) != nil else {
      return false
    }
    add(Piece(text: content.indices, isAddress: true), end: content.endIndex + 1)
    return true
  }

  /// Adds an address that is written in the text without markup.
  mutating func address() {
    let isWithin = index > 0 && isLetterOrDigit(bytes[index - 1])
    guard !isWithin, let scheme = schemeLength(at: index) else {
      index += 1
      return
    }
    var end = index + scheme
    var parentheses = 0
    while let byte = byte(end), !endsAddress(byte, at: end), end - index < Self.longestAddress {
      if byte == UInt8(ascii: "(") { parentheses += 1 }
      if byte == UInt8(ascii: ")") { parentheses -= 1 }
      end += 1
    }
    // Trailing punctuation belongs to the sentence and not to the address.
    trimming: while end > index + scheme {
      switch bytes[end - 1] {
      case UInt8(ascii: ")") where parentheses < 0: parentheses += 1
      case UInt8(ascii: "("): parentheses -= 1
      case let last where ".,;:!?'*_~]}".utf8.contains(last): break
      default: break trimming
      }
      end -= 1
    }
    guard end > index + scheme else {
      index = end
      return
    }
    add(Piece(text: index..<end, isAddress: true), end: end)
  }

  private func schemeLength(at start: Int) -> Int? {
    ["https://", "http://"].first { scheme in
      bytes[start...].prefix(scheme.utf8.count).elementsEqual(scheme.utf8) { $0 | 0x20 == $1 | 0x20 }
    }?.utf8.count
  }

  /// Whether a byte ends an address: spaces, quotes and brackets, and the punctuation and spaces of scripts that put no
  /// spaces between words.
  private func endsAddress(_ byte: UInt8, at index: Int) -> Bool {
    switch byte {
    case 0...0x20, 0x7F, UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""), UInt8(ascii: "`"): true
    case UInt8(ascii: "]"): !brackets.isEmpty
    case 0xC2: self.byte(index + 1) == 0xA0
    case 0xE2: self.byte(index + 1) == 0x80
    case 0xE3: self.byte(index + 1) == 0x80
    case 0xEF: self.byte(index + 1).map { (0xBC...0xBD).contains($0) } ?? false
    default: false
    }
  }
}
