import RichText

extension InlineParser {
  /// Returns the pieces as runs. Adjacent ones in the same style are joined.
  func joined() -> [RichText.Run] {
    var runs: [RichText.Run] = []
    var text = [UInt8]()
    var look = RichText.Run("")
    var depths: [RichText.Run.Traits: Int] = [:]
    // An image within a link uses the link's address.
    var link: String?
    var isEmpty = true
    var inner = 0
    func flush() {
      if !text.isEmpty { runs.append(.init(String(decoding: text, as: UTF8.self), look.traits, link: look.link)) }
      text = []
    }
    func append(_ part: some Collection<UInt8>, _ next: RichText.Run) {
      if next != look { flush() }
      look = next
      text += part
    }
    func count(_ traits: RichText.Run.Traits, _ step: Int) {
      if traits.isEmpty { return }
      for trait in [RichText.Run.Traits.emphasis, .strong, .code, .strikethrough] where traits.contains(trait) {
        depths[trait, default: 0] += step
      }
    }
    for piece in pieces {
      count(piece.opens, 1)
      count(piece.closes, -1)
      var traits = depths.reduce(into: RichText.Run.Traits()) { if $1.value > 0 { $0.insert($1.key) } }
      if let address = piece.link {
        if link == nil {
          link = address
          isEmpty = true
        } else {
          inner += 1
        }
      }
      if piece.isCode { traits.insert(.code) }
      if piece.isShown, !piece.text.isEmpty {
        isEmpty = false
        let own = piece.isAddress ? String(decoding: bytes[piece.text], as: UTF8.self) : nil
        let look = RichText.Run("", traits, link: (link ?? own).flatMap { $0.isEmpty ? nil : $0 })
        if let replacement = piece.replacement {
          append(replacement.utf8, look)
        } else {
          append(bytes[piece.text], look)
        }
      }
      if piece.endsLink, inner > 0 {
        inner -= 1
      } else if piece.endsLink, let address = link {
        // A link without text, such as an image without a description, shows its address.
        if isEmpty, !address.isEmpty { append(address.utf8, .init("", traits, link: address)) }
        link = nil
      }
    }
    flush()
    return runs
  }
}
