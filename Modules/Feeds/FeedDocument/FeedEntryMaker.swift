import Essentials
import HTMLText
import PostDomain

/// A converter of drafts to entries, for use once the values of their feed are known.
struct FeedEntryMaker {
  let format: FeedFormat
  let feed: FeedValues
  let address: String

  /// Returns the parts that identify an entry.
  func parts(of draft: DraftEntry) -> FeedIdentity.Parts {
    parts(of: draft, date(in: Self.publications, of: draft), date(in: Self.changes, of: draft))
  }

  private func parts(of draft: DraftEntry, _ published: Date?, _ updated: Date?) -> FeedIdentity.Parts {
    let id = draft.id ?? draft.about
    let link = link(of: draft)
    let title = title(of: draft)
    let isNamed = id != nil || link != nil && title != nil
    let text = isNamed ? nil : content(of: draft, link: link)?.text
    return FeedIdentity.Parts(
      id: id, link: link, title: title, date: published ?? updated, updated: format.isRSS ? nil : updated, text: text,
      isEmpty: !isNamed && link == nil && title == nil && text == nil && !draft.hasDetails
        && draft.dates.allSatisfy { $0.text.isEmpty })
  }

  func entry(_ draft: DraftEntry, _ kind: FeedIdentity.Kind) -> FeedEntry {
    let published = date(in: Self.publications, of: draft)
    let updated = date(in: Self.changes, of: draft)
    let parts = parts(of: draft, published, updated)
    let content = content(of: draft, link: parts.link)
    var entry = FeedEntry(
      key: FeedIdentity.key(of: parts, kind),
      title: parts.title ?? substituteTitle(content, parts.link ?? draft.enclosures.first?.address))
    entry.content = content
    entry.link = parts.link
    entry.secondLink = draft.links.first { ["related", "via"].contains($0.rel) && $0.address != entry.link }?.address
    entry.authors =
      [draft.creators, draft.authors, draft.podcasters, draft.sourceAuthors].first { !$0.isEmpty } ?? feed.authors
    if format == .atom10 || format == .atom03, !draft.authors.isEmpty { entry.authors = draft.authors }
    entry.published = published
    entry.updated = updated
    entry.categories = draft.categories
    entry.enclosures = draft.enclosures
    // The page of a video shows what its Flash film did.
    if entry.link != nil { entry.enclosures.removeAll { $0.type == "application/x-shockwave-flash" } }
    entry.comments = draft.comments
    entry.answered = draft.answered
    entry.language = draft.language.flatMap { $0.isEmpty ? nil : $0 } ?? draft.textLanguage ?? feed.language
    return entry
  }

  private func title(of draft: DraftEntry) -> String? {
    for element in [FeedElement.title, .dcTitle, .mediaTitle, .itunesTitle] {
      guard let title = draft.titles.first(where: { $0.element == element })?.text else { continue }
      let text = plainText(title, isHTML: title.isHTML || format.isRSS && !title.isPlain)
      // Spaces and invisible characters of any kind are no title.
      let isVisible = text.unicodeScalars.contains {
        !$0.properties.isWhitespace && $0.properties.generalCategory != .format
      }
      if isVisible { return text }
    }
    return nil
  }

  private func link(of draft: DraftEntry) -> String? {
    if let link = draft.originalLink ?? draft.link ?? alternate(of: draft.links) { return link }
    let base = feed.link.flatMap { isWeb($0) ? $0 : nil } ?? address
    if let id = draft.id, draft.isPermalink != "false" {
      if isWeb(id) { return resolved(id, on: nil) }
      if draft.isPermalink == "true", !hasScheme(id) { return resolved(id, on: base) }
    }
    let others = [draft.about, draft.links.first { $0.rel == "content" }?.address, format.isRSS ? nil : draft.id]
    if let link = others.compactMap({ $0 }).first(where: isWeb) { return link }
    return draft.links.first { ["related", "via"].contains($0.rel) }?.address
  }

  private static let publications: [FeedElement] = [
    .pubDate, .published, .issued, .dcDate, .date, .termsIssued, .created, .termsCreated,
  ]
  private static let changes: [FeedElement] = [.updated, .modified, .termsModified, .lastBuildDate]

  /// Returns the date of the first of some elements that has one. Dates up to 1970-01-02 are placeholders and are
  /// ignored.
  private func date(in elements: [FeedElement], of draft: DraftEntry) -> Date? {
    for element in elements {
      // The last of several dates counts.
      for candidate in draft.dates.reversed() where candidate.element == element {
        guard let date = DateText.date(in: candidate.text) else { continue }
        if date.timeIntervalSince1970 > 86_400 { return date }
        break
      }
    }
    return nil
  }

  private func content(of draft: DraftEntry, link: String?) -> FeedText? {
    // The description of a picture or film is the text only of an entry that has no other.
    let own = draft.texts.filter { $0.element != .mediaDescription }
    var fullest: (element: FeedElement, text: DraftText)?
    for candidate in own.isEmpty ? draft.texts : own {
      guard let known = fullest else {
        if !candidate.text.bytes.isEmpty { fullest = candidate }
        continue
      }
      let count = (known.text.bytes.count, known.element.isContent ? 1 : 0)
      let isLonger = (candidate.text.bytes.count, candidate.element.isContent ? 1 : 0) > count
      let (longer, shorter) = isLonger ? (candidate, known) : (known, candidate)
      fullest = longer.text.isMarkupBeside(shorter.text) ? shorter : longer
    }
    guard let (element, text) = fullest else { return nil }
    let string = text.string.trimmed
    guard !string.isEmpty else { return nil }
    let isHTML = text.isHTML || !text.isPlain && looksLikeHTML(text.bytes)
    let source: Post.TextElement =
      element.isContent ? .content : element == .description ? .description : .summary
    let page = format.isRSS ? feed.link.flatMap { isWeb($0) ? $0 : nil } : nil
    let base = text.base ?? textBase(link: link, feed: page ?? address)
    return FeedText(string, isHTML: isHTML, source: source, base: base)
  }

  /// Returns whether a text contains a tag or a character reference, which plain text seldom does.
  private func looksLikeHTML(_ bytes: [UInt8]) -> Bool {
    for (index, byte) in bytes.enumerated() where byte == UInt8(ascii: "<") || byte == UInt8(ascii: "&") {
      guard index + 1 < bytes.count else { return false }
      let next = bytes[index + 1]
      let isLetter = (0x61...0x7A).contains(next | 0x20)
      if byte == UInt8(ascii: "<") {
        if isLetter || next == UInt8(ascii: "/") || next == UInt8(ascii: "!") { return true }
      } else if isLetter || next == UInt8(ascii: "#") {
        if bytes[index...].prefix(12).contains(UInt8(ascii: ";")) { return true }
      }
    }
    return false
  }
}

/// Returns the address that relative addresses in a text without a declared base are meant to be relative to. As a rule
/// texts are copied from the entry's page; its link may lead to another site, though.
func textBase(link: String?, feed: String) -> String {
  func host(_ address: String) -> ArraySlice<UInt8> {
    FeedSignature.comparable(address).prefix { $0 != UInt8(ascii: "/") }
  }
  return link.flatMap { host($0) == host(feed) ? $0 : nil } ?? feed
}

/// Returns the beginning of a text as it is shown, cut after a word, as a substitute for a title; an address if there
/// are no words.
func substituteTitle(_ content: FeedText?, _ address: String?) -> String {
  // Newsletters hide some thousand characters before the text, and some texts begin with a picture as a `data:` address.
  let start = String(decoding: (content?.text ?? "").utf8.prefix(256 << 10), as: UTF8.self)
  let plain = content?.isHTML == true ? HTMLText.shownWords(start) : start
  var title = ""
  for word in plain.split(whereSeparator: \.isWhitespace) {
    if title.count + word.count >= 80 { return (title.isEmpty ? String(word.prefix(80)) : title) + "…" }
    title += (title.isEmpty ? "" : " ") + word
  }
  return title.isEmpty ? address ?? "" : title
}
