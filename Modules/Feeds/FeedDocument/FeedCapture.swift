import Essentials
import XML

/// The content of an element that is being read: its text, or its markup as HTML.
struct FeedCapture {
  let element: FeedElement
  let depth: Int
  /// Whether nested elements are the content itself, as in XHTML, and text is plain.
  let isMarkup: Bool
  /// The attribute `isPermaLink`.
  let isPermalink: String?
  /// The address of content that is not in the document.
  let source: String?
  /// The relation of the link.
  let rel: String?
  /// Whether text is read and not stored.
  var isLeftOut = false

  private var bytes: [UInt8] = []
  private var open: [String] = []
  private var hasElements = false
  private var isHTML: Bool
  private var isPlain: Bool
  private let isBase64: Bool
  private let base: String?

  init(_ element: FeedElement, _ attributes: XMLAttributes, depth: Int, base: String?, format: FeedFormat) {
    self.element = element
    self.depth = depth
    self.base = base
    let type = attributes["type"]?.trimmed.lowercased()
    let mode = attributes["mode"]?.trimmed.lowercased()
    isPermalink = attributes.count > 0 ? attributes["isPermaLink"]?.trimmed.lowercased() : nil
    source = attributes["src"]
    rel = attributes["rel"]?.trimmed.lowercased()
    // The text of such a category is what machines call it.
    isLeftOut = element == .mediaCategory && attributes["label"] != nil
    if element.isContent, let type, ["image/", "audio/", "video/"].contains(where: type.hasPrefix) { isLeftOut = true }
    let isXML = type == "xhtml" || type?.hasSuffix("+xml") == true || type?.hasSuffix("/xml") == true
    let holdsMarkup = element == .xhtmlBody || element == .xhtmlDiv || element == .body
    switch format {
    case .atom03:
      isMarkup = mode == "xml" || mode == nil && isXML || holdsMarkup
      isHTML = type == "text/html" || type == "html" || isXML
      isPlain = !isHTML && !isMarkup && type != nil
      isBase64 = mode == "base64"
    case .atom10:
      isMarkup = isXML || holdsMarkup
      isHTML = isXML || holdsMarkup || type == "html" || type == "text/html"
      isPlain = !isHTML
      isBase64 = type.map { !isXML && $0.contains("/") && !$0.hasPrefix("text/") } == true
    case .rss, .rdf, .json:
      isMarkup = isXML || holdsMarkup
      isHTML = isMarkup || element == .encoded || type == "html" || type == "text/html"
      isPlain = type == "text" || type == "text/plain" || type == "plain"
      isBase64 = false
    }
  }

  /// The limits in bytes for texts, and for titles, names and addresses. Longer values are cut.
  private static let limit = 4 << 20
  private static let shortLimit = 1 << 16

  mutating func add(_ text: UnsafeBufferPointer<UInt8>) {
    if isLeftOut { return }
    let room = (element.isLong ? Self.limit : Self.shortLimit) - bytes.count
    guard room > 0 else { return }
    let text = UnsafeBufferPointer(rebasing: text.prefix(room))
    if isMarkup, hasElements { escape(text) } else { bytes.append(contentsOf: text) }
  }

  private mutating func escape(_ text: some Sequence<UInt8>) {
    for byte in text {
      switch byte {
      case UInt8(ascii: "<"): bytes += "&lt;".utf8
      case UInt8(ascii: ">"): bytes += "&gt;".utf8
      case UInt8(ascii: "&"): bytes += "&amp;".utf8
      default: bytes.append(byte)
      }
    }
  }

  private static let voids: Set = ["br", "hr", "img", "input", "source", "track", "wbr", "area", "col", "embed"]

  /// - Parameter base: The base address that applies to the element.
  mutating func begin(_ name: XMLName, _ attributes: XMLAttributes, base: String?) {
    if isMarkup, !hasElements {
      let text = bytes
      bytes = []
      escape(text)
    }
    hasElements = true
    open.append(name.local)
    bytes += "<\(name.local)".utf8
    for (name, value) in attributes.all {
      let value = base != self.base && Self.addresses.contains(name) ? addressed(value, base) : value
      bytes += " \(name)=\"\(value.replacing("&", with: "&amp;").replacing("\"", with: "&quot;"))\"".utf8
    }
    bytes.append(UInt8(ascii: ">"))
  }

  /// The attributes with one address.
  private static let addresses: Set = ["href", "src", "poster", "data"]

  /// Returns an address within markup that has a base address of its own.
  private func addressed(_ address: String, _ base: String?) -> String {
    address.hasPrefix("#") ? address : resolved(address, on: base) ?? address
  }

  mutating func end() {
    guard let name = open.popLast(), !Self.voids.contains(name.lowercased()) else { return }
    bytes += "</\(name)>".utf8
  }

  /// The content without the marks of a CDATA section that is escaped or within another one.
  private var content: [UInt8] {
    let start = bytes.drop { $0 <= 0x20 }
    guard start.starts(with: "<![CDATA[".utf8) else { return bytes }
    let content = start.trimmed { $0 <= 0x20 }
    return content.suffix(3).elementsEqual("]]>".utf8) ? Array(content.dropFirst(9).dropLast(3)) : bytes
  }

  var text: DraftText {
    let bytes = content
    if isBase64 {
      let text = String(decoding: bytes.filter { $0 > 0x20 }, as: UTF8.self)
      let data = Data(base64Encoded: text) ?? Data()
      // Some media types outside `text/` are text all the same, so base64 is optional here.
      let decoded = data.isEmpty ? nil : String(validating: data, as: UTF8.self).map { Array($0.utf8) }
      return DraftText(bytes: decoded ?? bytes, isHTML: isHTML, isPlain: isPlain, base: base)
    }
    // Content declared as markup but without elements was escaped, so its text is HTML already.
    let isHTML = isHTML || hasElements
    return DraftText(bytes: bytes, isHTML: isHTML, isPlain: isPlain && !isHTML, base: base)
  }
}
