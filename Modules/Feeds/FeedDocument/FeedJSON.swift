import CachedResource
import Essentials
import HTMLText
import RESTCollections

/// Reads JSON Feed 1.0 and 1.1 (https://www.jsonfeed.org/version/1.1/). Members of a wrong type are skipped.
func feedJSON(_ body: Data, at address: String) throws(AnswerFailure) -> (
  FeedValues, [FeedEntry], [FeedSignature]
) {
  let body = body.starts(with: [0xEF, 0xBB, 0xBF]) ? body.dropFirst(3) : body
  // The decoder reports a broken text as it does a wrong type, and only where it reads it.
  guard !body.hasBrokenText else { throw .brokenJSON }
  let decoder = JSONDecoder()
  decoder.keyDecodingStrategy = .convertFromSnakeCase
  guard let wire = try? decoder.decode(WireFeed.self, from: body) else {
    throw (try? decoder.decode(Anything.self, from: body)) == nil ? .brokenJSON : .otherJSON
  }
  guard wire.isFeed else { throw .otherJSON }
  var values = FeedValues()
  let language = wire.language?.trimmed
  let title = wire.title.map { DraftText(bytes: Array(decodedTitle($0).utf8)).line }
  values.title = title.flatMap { $0.isEmpty ? nil : $0 }
  values.link = wire.homePageUrl.flatMap { resolved($0, on: address) }
  values.language = language
  values.next = wire.nextUrl.flatMap { resolved($0, on: address) }
  values.isExpired = wire.expired == true
  values.authors = shownAuthors(wire.authors, wire.author)
  let base = values.link ?? address
  let maker = FeedEntryMaker(format: .json, feed: values, address: base)
  let items = wire.items?.valid ?? []
  var identity = FeedIdentity()
  // Drafts are made twice, because together they take as much memory as the document.
  for item in items { identity.add(maker.parts(of: item.draft(on: base))) }
  let (kinds, signatures) = identity.kinds(isAtom: false)
  let entries = zip(items, kinds).compactMap { item, kind in kind.map { maker.entry(item.draft(on: base), $0) } }
  return (values, entries, signatures)
}

private func shownAuthors(_ several: Elements<WireAuthor>?, _ one: WireAuthor?) -> [FeedAuthor] {
  let authors = several?.valid.map(\.author).filter { !$0.isEmpty } ?? []
  return authors.isEmpty ? one.map { [$0.author] }?.filter { !$0.isEmpty } ?? [] : authors
}

private struct WireFeed: Decodable {
  @Lenient var version: String?
  @Lenient var title: String?
  @Lenient var homePageUrl: String?
  @Lenient var nextUrl: String?
  @Lenient var language: String?
  @Lenient var expired: Bool?
  @Lenient var author: WireAuthor?
  @Lenient var authors: Elements<WireAuthor>?
  @Lenient var items: Elements<WireItem>?

  var isFeed: Bool { version?.contains("jsonfeed.org/version/") == true || items != nil && title != nil }
}

private struct WireAuthor: Decodable {
  private struct Fields: Decodable {
    @Lenient var name: String?
    @Lenient var url: String?
  }

  let author: FeedAuthor

  /// Decodes an author, or only the name of one.
  init(from decoder: any Decoder) throws {
    if let name = try? decoder.singleValueContainer().decode(String.self) {
      author = FeedAuthor(name: name.trimmed)
    } else {
      let fields = try Fields(from: decoder)
      author = FeedAuthor(name: fields.name?.trimmed, link: fields.url?.trimmed)
    }
  }
}

private struct WireAttachment: Decodable {
  var url: String
  @Lenient var mimeType: String?
  @Lenient var sizeInBytes: Double?
  @Lenient var title: String?
}

private struct WireItem: Decodable {
  @Lenient var id: WireID?
  @Lenient var url: String?
  @Lenient var externalUrl: String?
  @Lenient var title: String?
  @Lenient var contentHtml: String?
  @Lenient var contentText: String?
  @Lenient var summary: String?
  @Lenient var language: String?
  /// A date may be a number, as an ID may.
  @Lenient var datePublished: WireID?
  @Lenient var dateModified: WireID?
  @Lenient var author: WireAuthor?
  @Lenient var authors: Elements<WireAuthor>?
  @Lenient var tags: Elements<String>?
  @Lenient var attachments: Elements<WireAttachment>?

  /// Returns the item as an entry that is being read.
  /// - Parameter base: The address that relative addresses are resolved against.
  func draft(on base: String) -> DraftEntry {
    var draft = DraftEntry(id: (id?.text).flatMap { $0.trimmed.isEmpty ? nil : $0 }, language: language)
    let external = externalUrl.flatMap { resolved(decoded($0), on: base) }
    draft.link = url.flatMap { resolved(decoded($0), on: base) } ?? external
    draft.links = external.map { [DraftLink(address: $0, rel: "related")] } ?? []
    if let title { draft.titles = [(.title, DraftText(bytes: Array(decodedTitle(title).utf8), isPlain: true))] }
    draft.dates = [(.published, datePublished?.text ?? ""), (.updated, dateModified?.text ?? "")]
    let texts: [(FeedElement, text: String?, isHTML: Bool)] = [
      (.content, contentHtml, true), (.content, contentText, false), (.summary, summary, false),
    ]
    if case (let element, let text?, let isHTML)? = texts.first(where: { $0.text?.trimmed.isEmpty == false }) {
      draft.texts = [
        (element, DraftText(bytes: Array(text.utf8), isHTML: isHTML, isPlain: !isHTML))
      ]
    }
    draft.authors = shownAuthors(authors, author)
    for tag in tags?.valid ?? [] { draft.addCategory(tag) }
    draft.hasDetails = !draft.authors.isEmpty || !draft.categories.isEmpty || attachments?.valid.isEmpty == false
    for file in attachments?.valid ?? [] {
      guard let address = resolved(file.url, on: base) else { continue }
      draft.addEnclosure(
        FeedEnclosure(
          address: address, type: file.mimeType, length: file.sizeInBytes.flatMap { Int(exactly: $0.rounded()) }),
        title: file.title)
    }
    return draft
  }
}

/// Returns an address without the character references of HTML, which some programs write as they do in their pages.
private func decoded(_ text: String) -> String { HTMLText.hasReferences(text) ? HTMLText.attribute(text) : text }

/// Returns a title without the character references that some programs write, although it is plain text; as it is if a
/// tag would come of them.
private func decodedTitle(_ title: String) -> String {
  func tags(in text: String) -> Int {
    zip(text, text.dropFirst()).count { $0 == "<" && ($1.isLetter || $1 == "/" || $1 == "!") }
  }
  let text = decoded(title)
  return tags(in: text) == tags(in: title) ? text : title
}

/// A member of a JSON object; nil if it is missing or has another type.
@propertyWrapper private struct Lenient<Value: Decodable>: Decodable {
  var wrappedValue: Value?
}

extension KeyedDecodingContainer {
  /// Decodes a lenient member. The decoding of a type with such members calls it.
  fileprivate func decode<Value>(_: Lenient<Value>.Type, forKey key: Key) -> Lenient<Value> {
    Lenient(wrappedValue: try? decode(Value.self, forKey: key))
  }
}

extension Data {
  /// Whether the texts of a JSON document are not UTF-8, or have control characters, unknown escapes or halves of
  /// surrogate pairs (RFC 8259, 7).
  fileprivate var hasBrokenText: Bool {
    withUnsafeBytes { bytes in
      // The decoder reads UTF-16 and UTF-32, too, whose first characters have zeros.
      if bytes.prefix(4).contains(0) { return false }
      if String(validating: bytes, as: UTF8.self) == nil { return true }
      var index = 0
      var isInText = false
      while index < bytes.count {
        switch bytes[index] {
        case UInt8(ascii: "\""): isInText.toggle()
        case 0..<0x20: if isInText { return true }
        case UInt8(ascii: "\\") where isInText:
          guard let length = Self.escapeLength(in: bytes, at: index) else { return true }
          index += length - 1
        default: break
        }
        index += 1
      }
      return false
    }
  }

  /// Returns the length of the escape at an index, a surrogate pair as one; nil if it is broken.
  private static func escapeLength(in bytes: UnsafeRawBufferPointer, at index: Int) -> Int? {
    func unit(at index: Int) -> UInt16? {
      guard index + 6 <= bytes.count, bytes[index...].starts(with: "\\u".utf8) else { return nil }
      let digits = bytes[(index + 2)..<(index + 6)]
      return digits.contains(UInt8(ascii: "+")) ? nil : UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
    }
    guard index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "u") else {
      return index + 1 < bytes.count && "\"\\/bfnrt".utf8.contains(bytes[index + 1]) ? 2 : nil
    }
    guard let first = unit(at: index) else { return nil }
    if !UTF16.isSurrogate(first) { return 6 }
    guard UTF16.isLeadSurrogate(first), let second = unit(at: index + 6) else { return nil }
    return UTF16.isTrailSurrogate(second) ? 12 : nil
  }
}
