import HTMLText

/// A filter that turns UTF-8 into XML that libxml2 accepts. It removes or replaces invalid bytes, control characters,
/// bare `&` and `<`, HTML's named characters, the document's own entities, declarations, processing instructions and
/// comments. An end tag also ends the open elements within its own, such as `<br>` of HTML, and is removed if there is no
/// such element.
///
/// The content of CDATA sections, most of a feed, is passed on beside the XML, which has the number of each part in its
/// place. So libxml2 does not look at it, and it may be longer than the ten million bytes that libxml2 accepts.
struct XMLCleaner {
  private enum State {
    /// In text or between tags. Before the first element, text is dropped.
    case content
    /// In a start tag: the open quote, and the number of equals signs outside of quotes.
    case tag(quote: UInt8?, equals: Int)
    case cdata
    case comment
    case instruction
    /// In a document type declaration: whether inside its brackets, which have their own syntax; the open quote;
    /// whether in a comment.
    case doctype(isSubset: Bool, quote: UInt8?, isComment: Bool)
  }

  private var state = State.content
  private var entities = XMLEntities()
  /// The bytes between the brackets of the document type declaration that is being read, without comments.
  private var declarations: [UInt8] = []
  /// Whether the first element has begun.
  private var hasRoot = false
  /// The checksums of the names of the open elements.
  private var openNames: [UInt64] = []
  /// The last byte of the piece before.
  private var lastByte: UInt8 = 0
  /// The bytes at the end of a piece that the next piece completes.
  private var rest: [UInt8] = []
  private var output: [UInt8] = []
  private var sections: [UnsafeRawBufferPointer] = []
  /// The numbers of sections and comments that have begun.
  private var begun = XMLClosed(sections: 0, comments: 0)
  /// The numbers of sections and comments that end.
  private let closed: XMLClosed
  /// The number of parts of sections in earlier pieces.
  private var sectionCount = 0
  /// The number of bytes of the piece that have been copied or left out.
  private var done = 0
  /// The index of the quote that ends the value of the open attribute, if a bare `<` was found in it.
  private var valueEnd = 0

  /// Whether a tag has more attributes than the limit.
  private(set) var isStopped = false
  /// The maximum number of attributes. libxml2 compares each attribute of a tag with all others.
  private static let attributeLimit = 256
  /// The maximum length of a construct that must be seen as a whole, in bytes.
  static let longest = 34
  /// The maximum length of the rest of an attribute's value after a bare `<`, in bytes.
  private static let longestValue = 512
  /// The number of open elements that an end tag is compared with. More would take too long in hostile documents.
  private static let endLimit = 256

  init(closed: XMLClosed) { self.closed = closed }

  /// The numbers of sections and comments that end, if one is open; nil otherwise.
  var closedBeforeOpen: XMLClosed? {
    switch state {
    case .cdata: XMLClosed(sections: begun.sections - 1, comments: closed.comments)
    case .comment: XMLClosed(sections: closed.sections, comments: begun.comments - 1)
    default: nil
    }
  }

  /// - Parameter take: Receives XML and the contents of its CDATA sections, whose numbers follow those of the piece before.
  mutating func clean(
    _ piece: UnsafeRawBufferPointer, isLast: Bool,
    _ take: (_ xml: UnsafeRawBufferPointer, _ sections: [UnsafeRawBufferPointer]) -> Void
  ) {
    if rest.isEmpty {
      clean(piece, isLast, take)
    } else {
      (rest + piece).withUnsafeBytes { clean($0, isLast, take) }
    }
  }

  private mutating func clean(
    _ bytes: UnsafeRawBufferPointer, _ isLast: Bool, _ take: (UnsafeRawBufferPointer, [UnsafeRawBufferPointer]) -> Void
  ) {
    output.removeAll(keepingCapacity: true)
    sectionCount += sections.count
    sections.removeAll(keepingCapacity: true)
    rest = []
    done = 0
    valueEnd = 0
    var index = 0
    while index < bytes.count {
      switch state {
      case .content where hasRoot: index = bytes.plainEnd(from: index, isCDATA: false)
      case .content:
        index = bytes[index...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
        done = index
      case .cdata: index = bytes.plainEnd(from: index, isCDATA: true)
      case .tag: while index < bytes.count, bytes[index].isPlainInTag { index += 1 }
      case .comment, .instruction, .doctype: break
      }
      guard index < bytes.count, !isStopped else { break }
      if !isLast, bytes.count - index < lookahead(at: bytes[index]) {
        rest = Array(bytes[index...])
        break
      }
      index = step(bytes, index)
    }
    switch state {
    case .content, .tag, .cdata: copy(bytes, upTo: index, next: index)
    case .comment, .instruction, .doctype: break
    }
    if index > 0 { lastByte = bytes[index - 1] }
    if !output.isEmpty { output.withUnsafeBytes { take($0, sections) } }
  }

  /// Copies the bytes before something that is replaced or left out.
  private mutating func copy(_ bytes: UnsafeRawBufferPointer, upTo end: Int, next: Int) {
    if end > done { write(UnsafeRawBufferPointer(rebasing: bytes[done..<end])) }
    done = next
  }

  /// - Parameter bytes: Bytes of the piece, or of a constant.
  private mutating func write(_ bytes: UnsafeRawBufferPointer) {
    guard case .cdata = state else { return output.append(contentsOf: bytes) }
    // An interpolated string takes several times as long.
    for part in ["<![CDATA[", String(sectionCount + sections.count), "]]>"] { output += part.utf8 }
    sections.append(bytes)
  }

  /// Handles the construct that begins at an index.
  /// - Returns: The index after the part that was handled.
  private mutating func step(_ bytes: UnsafeRawBufferPointer, _ index: Int) -> Int {
    let byte = bytes[index]
    switch state {
    case .comment: return skip(bytes, index, until: "-->")
    case .instruction: return skip(bytes, index, until: ">")
    case .doctype(let isSubset, let quote, let isComment):
      return doctypeStep(bytes, index, isSubset, quote, isComment)
    case .content, .tag, .cdata: break
    }
    if byte >= 0x80 { return character(bytes, index) }
    if byte < 0x20 {
      copy(bytes, upTo: index, next: index + 1)
      return index + 1
    }
    if case .cdata = state {
      guard bytes.has(index, "]]>") else { return index + 1 }
      copy(bytes, upTo: index, next: index + 3)
      state = .content
      return index + 3
    }
    if byte == UInt8(ascii: "&") { return reference(bytes, index) }
    if byte == UInt8(ascii: "<") {
      if case .tag(let quote, _) = state {
        copy(bytes, upTo: index, next: index)
        if let quote, !beginsTag(bytes, index) || isInValue(bytes, index, quote) {
          done = index + 1
          output += "&#60;".utf8
          return index + 1
        }
        endOpenTag(quote)
      }
      state = .content
      return markup(bytes, index)
    }
    if case .tag(let quote, let equals) = state {
      tagStep(byte, quote, equals)
      // Some writers forget the space between two attributes.
      if byte == quote, index + 1 < bytes.count, bytes[index + 1].beginsName {
        copy(bytes, upTo: index + 1, next: index + 1)
        output.append(0x20)
      }
      let isEmpty = (index > 0 ? bytes[index - 1] : lastByte) == UInt8(ascii: "/")
      if case .content = state, isEmpty { openNames.removeLast() }
      return index + 1
    }
    // `]]>` is not allowed outside CDATA.
    guard bytes.has(index, "]]>") else { return index + 1 }
    copy(bytes, upTo: index, next: index + 3)
    output += "]]&#62;".utf8
    return index + 3
  }

  /// Returns the number of bytes that must be seen to handle one.
  private func lookahead(at byte: UInt8) -> Int {
    if case .tag(_?, _) = state, byte == UInt8(ascii: "<") { Self.longestValue } else { Self.longest }
  }

  /// Returns whether a `<` in a value that may have no end is part of it: the next quote ends a value, and does not begin
  /// one.
  private mutating func isInValue(_ bytes: UnsafeRawBufferPointer, _ index: Int, _ quote: UInt8) -> Bool {
    if index < valueEnd { return true }
    let value = bytes[index...].prefix(Self.longestValue)
    guard let end = value.firstIndex(of: quote), value[..<end].last(where: { $0 > 0x20 }) != UInt8(ascii: "="),
      end + 1 == bytes.count || bytes[end + 1] <= 0x20 || "/>?".utf8.contains(bytes[end + 1])
    else { return false }
    valueEnd = end
    return true
  }

  private mutating func tagStep(_ byte: UInt8, _ quote: UInt8?, _ equals: Int) {
    if let quote {
      if byte == quote { state = .tag(quote: nil, equals: equals) }
      return
    }
    switch byte {
    case UInt8(ascii: ">"): state = .content
    case UInt8(ascii: "="):
      isStopped = equals == Self.attributeLimit
      state = .tag(quote: nil, equals: equals + 1)
    default: state = .tag(quote: byte, equals: equals)
    }
  }

  /// Ends a start tag without an end. An element whose attribute is never closed is empty, unless it is the first.
  private mutating func endOpenTag(_ quote: UInt8?) {
    if let quote { output.append(quote) }
    if quote != nil, openNames.count > 1 {
      output.append(UInt8(ascii: "/"))
      openNames.removeLast()
    }
    output.append(UInt8(ascii: ">"))
  }

  private mutating func character(_ bytes: UnsafeRawBufferPointer, _ index: Int) -> Int {
    guard let length = multibyteLength(bytes, at: index) else {
      copy(bytes, upTo: index, next: index + 1)
      let replacement: StaticString = "\u{FFFD}"
      write(UnsafeRawBufferPointer(start: replacement.utf8Start, count: replacement.utf8CodeUnitCount))
      return index + 1
    }
    // U+FFFE and U+FFFF are not characters.
    let isNone = length == 3 && bytes[index] == 0xEF && bytes[index + 1] == 0xBF && bytes[index + 2] >= 0xBE
    if isNone { copy(bytes, upTo: index, next: index + length) }
    return index + length
  }

  private mutating func reference(_ bytes: UnsafeRawBufferPointer, _ index: Int) -> Int {
    if let (length, number) = known(bytes, index) {
      copy(bytes, upTo: index, next: index + length)
      output.append(contentsOf: UnsafeBufferPointer(start: number.utf8Start, count: number.utf8CodeUnitCount))
      return index + length
    }
    let rest = Array(bytes[(index + 1)..<min(bytes.count, index + Self.longest)])
    let declared = rest.firstIndex(of: UInt8(ascii: ";")).flatMap { end in
      entities.text(of: rest[..<end]).map { (text: $0, end: end + 1) }
    }
    guard let (text, length) = declared ?? HTMLText.reference(at: rest[...]) else {
      copy(bytes, upTo: index, next: index + 1)
      output += "&#38;".utf8
      return index + 1
    }
    let end = index + 1 + length
    copy(bytes, upTo: index, next: end)
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x09, 0x0A, 0x0D, 0x22, 0x26, 0x27, 0x3C, 0x3E: output += "&#\(scalar.value);".utf8
      case ..<0x20, 0xFFFE, 0xFFFF: break
      default: output += String(scalar).utf8
      }
    }
    return end
  }

  /// Returns the length of one of XML's own references, and the same as a number: libxml2 drops names after any error.
  private func known(_ bytes: UnsafeRawBufferPointer, _ index: Int) -> (length: Int, number: StaticString)? {
    if bytes.has(index, "&lt;") { return (4, "&#60;") }
    if bytes.has(index, "&gt;") { return (4, "&#62;") }
    if bytes.has(index, "&amp;") { return (5, "&#38;") }
    if bytes.has(index, "&quot;") { return (6, "&#34;") }
    return bytes.has(index, "&apos;") ? (6, "&#39;") : nil
  }

  private mutating func markup(_ bytes: UnsafeRawBufferPointer, _ index: Int) -> Int {
    let next = index + 1 < bytes.count ? bytes[index + 1] : 0
    let afterNext = index + 2 < bytes.count ? bytes[index + 2] : 0
    if next.beginsName {
      hasRoot = true
      openNames.append(name(bytes, at: index + 1))
      state = .tag(quote: nil, equals: 0)
      return index + 1
    }
    if hasRoot, beginsTag(bytes, index) { return endTag(bytes, index) }
    if bytes.has(index, "<![CDATA["), hasRoot {
      copy(bytes, upTo: index, next: index + 9)
      begun.sections += 1
      if begun.sections <= closed.sections { state = .cdata }
      return index + 9
    }
    copy(bytes, upTo: index, next: index + 1)
    if bytes.has(index, "<!--") {
      begun.comments += 1
      if begun.comments <= closed.comments {
        state = .comment
      } else {
        done = index + 4
      }
      return index + 4
    }
    let isDeclaration = next == UInt8(ascii: "!") && afterNext.beginsName
    if isDeclaration, !hasRoot {
      state = .doctype(isSubset: false, quote: nil, isComment: false)
      return index + 2
    }
    if isDeclaration || next == UInt8(ascii: "?") {
      state = .instruction
    } else if hasRoot {
      output += "&#60;".utf8
    }
    return index + 1
  }

  /// Whether the `<` at an index begins a tag.
  private func beginsTag(_ bytes: UnsafeRawBufferPointer, _ index: Int) -> Bool {
    let rest = bytes[(index + 1)...].prefix(2)
    return (rest.first == UInt8(ascii: "/") ? rest.dropFirst() : rest).first?.beginsName == true
  }

  private mutating func endTag(_ bytes: UnsafeRawBufferPointer, _ index: Int) -> Int {
    let name = name(bytes, at: index + 2)
    guard let element = openNames.suffix(Self.endLimit).lastIndex(of: name) else {
      copy(bytes, upTo: index, next: index + 1)
      state = .instruction
      return index + 1
    }
    if element < openNames.count - 1 {
      copy(bytes, upTo: index, next: index)
      // libxml2 ends the innermost element, whatever the name.
      for _ in openNames[element...].dropFirst() { output += "</_>".utf8 }
    }
    openNames.removeSubrange(element...)
    return index + 1
  }

  /// Returns a checksum of the name at an index, without its prefix and in lower case: end tags often differ in these.
  private func name(_ bytes: UnsafeRawBufferPointer, at start: Int) -> UInt64 {
    var checksum: UInt64 = 0
    for index in start..<min(bytes.count, start + Self.longest - 2) {
      let byte = bytes[index]
      guard byte.continuesName else { break }
      checksum = byte == UInt8(ascii: ":") ? 0 : checksum &* 31 &+ UInt64(byte | 0x20)
    }
    return checksum
  }

  private mutating func skip(_ bytes: UnsafeRawBufferPointer, _ index: Int, until end: StaticString) -> Int {
    guard let found = bytes[index...].firstIndex(of: end.utf8Start[0]) else { return bytes.count }
    guard bytes.has(found, end) else {
      // The next piece may complete the end here.
      return found > index ? found : found + 1
    }
    return resume(at: found + end.utf8CodeUnitCount)
  }

  /// Continues with text and tags.
  private mutating func resume(at index: Int) -> Int {
    if entities.isEmpty { entities.declare(declarations) }
    declarations = []
    state = .content
    done = index
    return index
  }

  /// Handles a byte of a document type declaration. It ends at its `>`; a damaged one ends where an element begins.
  private mutating func doctypeStep(
    _ bytes: UnsafeRawBufferPointer, _ index: Int, _ isSubset: Bool, _ quote: UInt8?, _ isComment: Bool
  ) -> Int {
    let byte = bytes[index]
    if isComment {
      let isEnd = bytes.has(index, "-->")
      if isEnd { state = .doctype(isSubset: isSubset, quote: nil, isComment: false) }
      return index + (isEnd ? 3 : 1)
    }
    if byte == UInt8(ascii: "<"), index + 1 < bytes.count, bytes[index + 1].beginsName, quote == nil {
      return resume(at: index)
    }
    if isSubset, declarations.count < XMLEntities.declarationLimit { declarations.append(byte) }
    if let quote {
      if byte == quote { state = .doctype(isSubset: isSubset, quote: nil, isComment: false) }
      // The quote is never closed.
      if byte == UInt8(ascii: ">"), !isSubset, bytes.beginsElement(after: index) { return resume(at: index + 1) }
      return index + 1
    }
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "'"):
      state = .doctype(isSubset: isSubset, quote: byte, isComment: false)
    case UInt8(ascii: "["): state = .doctype(isSubset: true, quote: nil, isComment: false)
    case UInt8(ascii: "]"): state = .doctype(isSubset: false, quote: nil, isComment: false)
    case UInt8(ascii: "<") where bytes.has(index, "<!--"):
      state = .doctype(isSubset: isSubset, quote: nil, isComment: true)
    case UInt8(ascii: ">") where !isSubset: return resume(at: index + 1)
    default: break
    }
    return index + 1
  }
}
