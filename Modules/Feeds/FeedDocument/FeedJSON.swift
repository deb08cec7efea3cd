import Essentials
import RESTCollections

/// Reads JSON Feed 1.0 and 1.1 (https://www.jsonfeed.org/version/1.1/). Malformed items are skipped.
func feedJSON(_ body: Data, at address: String) throws(FeedDocument.Failure) -> (
  FeedValues, [FeedEntry], [FeedSignature]
) {
  let body = body.starts(with: [0xEF, 0xBB, 0xBF]) ? body.dropFirst(3) : body
  let decoder = JSONDecoder()
  decoder.keyDecodingStrategy = .convertFromSnakeCase
  guard let wire = try? decoder.decode(WireFeed.self, from: body) else {
    throw (try? decoder.decode(AnyJSON.self, from: body)) == nil ? .brokenJSON : .otherJSON
  }
  guard wire.isFeed else { throw .otherJSON }
  var values = FeedValues()
  let language = wire.language?.trimmed
  values.title = wire.title.map(oneLine).flatMap { $0.isEmpty ? nil : $0 }
  values.link = wire.homePageUrl.flatMap { resolved($0, on: address) }
  values.language = language
  values.next = wire.nextUrl.flatMap { resolved($0, on: address) }
  values.isExpired = wire.expired == true
  values.authors = shownAuthors(wire.authors, wire.author)
  let items = wire.items?.valid ?? []
  var identity = FeedIdentity()
  let parts = items.map { $0.parts(on: values.link ?? address) }
  for part in parts { identity.add(part) }
  var entries: [FeedEntry] = []
  let (kinds, signatures) = identity.kinds(isAtom: false)
  for ((item, parts), kind) in zip(zip(items, parts), kinds) {
    guard let kind else { continue }
    entries.append(item.entry(parts, kind, feed: values, address: address))
  }
  return (values, entries, signatures)
}

private func oneLine(_ text: String) -> String { text.split(whereSeparator: \.isWhitespace).joined(separator: " ") }

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

  private var key: String? { id.flatMap { $0.text.trimmed.isEmpty ? nil : $0.text } }

  func parts(on base: String) -> FeedIdentity.Parts {
    let external = externalUrl.flatMap { resolved($0, on: base) }
    let link = url.flatMap { resolved($0, on: base) } ?? external ?? key.flatMap { isWeb($0) ? $0 : nil }
    let headline = title.map(oneLine).flatMap { $0.isEmpty ? nil : $0 }
    return FeedIdentity.Parts(
      id: key, link: link, title: headline, date: published, updated: date(dateModified),
      text: key != nil || link != nil && headline != nil ? nil : content(on: base)?.text)
  }

  private var published: Date? { date(datePublished) }

  private func date(_ wire: WireID?) -> Date? {
    (wire?.text).flatMap(DateText.date(in:)).flatMap { $0.timeIntervalSince1970 > 86_400 ? $0 : nil }
  }

  private func content(on base: String) -> FeedText? {
    let texts = [
      (contentHtml, true, FeedText.Source.content), (contentText, false, .content), (summary, false, .summary),
    ]
    for (text, isHTML, source) in texts {
      if let text = text?.trimmed, !text.isEmpty { return FeedText(text, isHTML: isHTML, source: source, base: base) }
    }
    return nil
  }

  func entry(
    _ parts: FeedIdentity.Parts, _ kind: FeedIdentity.Kind, feed: FeedValues, address: String
  ) -> FeedEntry {
    let base = feed.link ?? address
    let content = content(on: textBase(link: parts.link, feed: base))
    var entry = FeedEntry(
      key: FeedIdentity.key(of: parts, kind),
      title: parts.title ?? substituteTitle(content, parts.link))
    entry.link = parts.link
    entry.secondLink = externalUrl.flatMap { resolved($0, on: base) }.flatMap { $0 == parts.link ? nil : $0 }
    let own = shownAuthors(authors, author)
    entry.authors = own.isEmpty ? feed.authors : own
    entry.published = published
    entry.updated = parts.updated
    entry.content = content
    entry.categories = tags?.valid ?? []
    entry.enclosures = (attachments?.valid ?? []).compactMap { file in
      resolved(file.url, on: base).map {
        FeedEnclosure(
          address: $0, type: file.mimeType, length: file.sizeInBytes.flatMap { Int(exactly: $0.rounded()) })
      }
    }
    entry.language = language ?? feed.language
    return entry
  }
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

private struct AnyJSON: Decodable {
  init(from decoder: any Decoder) {}
}
