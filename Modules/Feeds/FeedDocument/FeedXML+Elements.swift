import Essentials
import HTMLText
import RESTCollections
import XML

/// A feed that is being read.
struct DraftFeed {
  var values = FeedValues()
  var titles: [FeedElement: DraftText] = [:]
  var authors: [FeedElement: [FeedAuthor]] = [:]
  var links: [DraftLink] = []
  var link: String?
  var updatePeriod: String?
  var updateFrequency: Int?
}

extension FeedXML {
  /// Stores the values in the attributes of an element.
  mutating func note(_ element: FeedElement, _ attributes: XMLAttributes) {
    guard attributes.count > 0 else { return }
    switch element {
    case .link: if let address = attributes["href"] { note(link: address, attributes) }
    case .category, .mediaCategory:
      let label = attributes["label"].flatMap { $0.trimmed.isEmpty ? nil : $0 }
      if let name = label ?? attributes["term"] { entry?.addCategory(name) }
    case .itunesCategory: if let name = attributes["text"] { entry?.addCategory(name) }
    case .inReplyTo:
      guard let count = entry?.answered.count, count < DraftEntry.limit else { return }
      if let id = attributes["ref"]?.trimmed, !id.isEmpty { entry?.answered.append(id) }
      if let address = attributes["href"].flatMap(resolve) { entry?.answered.append(address) }
    case .enclosure, .mediaContent:
      guard let address = attributes["url"] ?? attributes["href"] else { return }
      let length = attributes[element == .enclosure ? "length" : "fileSize"]
      let medium = attributes["medium"].map { $0.trimmed.lowercased() }.flatMap { $0.isEmpty ? nil : $0 }
      note(enclosure: address, type: attributes["type"] ?? medium, length: length, title: nil)
    default: break
    }
  }

  private mutating func note(link text: String, _ attributes: XMLAttributes) {
    guard let address = resolve(text) else { return }
    var rel = attributes["rel"]?.trimmed.lowercased() ?? "alternate"
    if rel.hasPrefix("http://www.iana.org/assignments/relation/") { rel = String(rel.dropFirst(41)) }
    let type = attributes["type"]?.trimmed.lowercased() ?? ""
    guard entry != nil else {
      feed.links.append(DraftLink(address: address, rel: rel, type: type))
      return
    }
    entry?.hasDetails = true
    switch rel {
    case "enclosure":
      note(enclosure: text, type: attributes["type"], length: attributes["length"], title: attributes["title"])
    case "replies":
      // Without a type they are a feed (RFC 4685, 4).
      if type.contains("xml") || type.isEmpty && entry?.comments.feed == nil {
        entry?.comments.feed = address
      } else {
        entry?.comments.address = address
      }
      if let count = attributes["count"].flatMap({ Int($0.trimmed) }) { entry?.comments.count = count }
    default: entry?.links.append(DraftLink(address: address, rel: rel, type: type))
    }
  }

  private mutating func note(enclosure text: String, type: String?, length: String?, title: String?) {
    guard let address = resolve(text) else { return }
    let length = length.flatMap { Int($0.trimmed) }.flatMap { $0 > 1 ? $0 : nil }
    entry?.addEnclosure(FeedEnclosure(address: address, type: type, length: length), title: title)
  }

  /// Stores the text of an element that has ended.
  mutating func take(_ element: FeedElement, _ text: DraftText, _ capture: FeedCapture) {
    if entry == nil { take(feed: element, text) } else { take(entry: element, text, capture) }
  }

  private mutating func take(entry element: FeedElement, _ text: DraftText, _ capture: FeedCapture) {
    switch element {
    case .link where capture.rel != nil && capture.rel != "alternate": break
    case .link, .origLink, .comments, .commentRSS: take(address: element, resolve(text.string))
    case .title, .dcTitle, .mediaTitle, .itunesTitle:
      entry?.titles.append((element, text))
    case .id, .guid, .dcIdentifier:
      let id = text.string.trimmed
      guard !id.isEmpty, entry?.id == nil || element == .guid, element != .dcIdentifier || entry?.about == nil else {
        return
      }
      entry?.id = id
      entry?.isPermalink = element == .guid ? capture.isPermalink ?? "" : "false"
    case .pubDate, .published, .issued, .created, .date, .updated, .modified, .dcDate, .termsCreated, .termsIssued,
      .termsModified, .lastBuildDate:
      entry?.dates.append((element, text.string))
    case .category, .dcSubject, .mediaCategory:
      let name = isRSS ? plain(text) : text.string
      entry?.addCategory(name)
    case .itunesKeywords, .mediaKeywords:
      for word in text.string.split(separator: ",") { entry?.addCategory(String(word)) }
    case .slashComments, .threadTotal:
      if let count = Int(text.string.trimmed), count >= 0 { entry?.comments.count = count }
    case .language, .dcLanguage: entry?.language = text.string.trimmed
    case .content:
      if let source = capture.source, let address = resolve(source) {
        entry?.links.append(DraftLink(address: address, rel: "content"))
      }
      note(text, of: element)
    case .mediaDescription where open.contains(.mediaContent):
      let title = plain(text)
      entry?.addEnclosureTitle(title)
      note(text, of: element)
    case _ where element.isLong: note(text, of: element)
    default: break
    }
  }

  private mutating func note(_ text: DraftText, of element: FeedElement) {
    if text.bytes.contains(where: { $0 > 0x20 }) { entry?.texts.append((element, text)) }
  }

  private mutating func take(address element: FeedElement, _ address: String?) {
    guard let address else { return }
    switch element {
    case .origLink: entry?.originalLink = address
    case .comments: entry?.comments.address = address
    case .commentRSS: entry?.comments.feed = address
    default: if entry?.link == nil { entry?.link = address }
    }
  }

  private mutating func take(feed element: FeedElement, _ text: DraftText) {
    switch element {
    case .title, .dcTitle, .itunesTitle: if feed.titles[element] == nil { feed.titles[element] = text }
    case .link: if feed.link == nil, !text.bytes.isEmpty { feed.link = resolve(text.string) }
    case .language, .dcLanguage: feed.values.language = text.string.trimmed
    case .generator: feed.values.generator = plain(text)
    case .ttl: feed.values.minutesToLive = Int(text.string.trimmed).flatMap { $0 > 0 ? $0 : nil }
    case .hour:
      if let hour = Int(text.string.trimmed), (0...24).contains(hour) { feed.values.skippedHours.insert(hour % 24) }
    case .day:
      let days = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"]
      if let day = days.firstIndex(of: String(text.string.trimmed.lowercased().prefix(3))) {
        feed.values.skippedDays.insert(day)
      }
    case .updatePeriod: feed.updatePeriod = text.string.trimmed.lowercased()
    case .updateFrequency: feed.updateFrequency = Int(text.string.trimmed)
    default: break
    }
  }

  /// Returns a short text in plain text. RSS does not declare whether a text is HTML, so it is read as HTML.
  func plain(_ text: DraftText) -> String { plainText(text, isHTML: text.isHTML || isRSS && !text.isPlain) }

  /// The values of the feed, complete once the whole document is read.
  var values: FeedValues {
    var values = feed.values
    let titles = [FeedElement.title, .dcTitle, .itunesTitle].lazy.compactMap { feed.titles[$0].map(plain) }
    values.title = titles.first { !$0.isEmpty }
    func link(_ rel: String) -> String? { feed.links.first { $0.rel == rel }?.address }
    values.link = feed.link ?? alternate(of: feed.links)
    values.next = link("next")
    values.previousArchive = link("prev-archive")
    for element in [
      FeedElement.author, .managingEditor, .dcCreator, .dcAuthor, .itunesAuthor, .dcPublisher,
    ]
    where values.authors.isEmpty {
      values.authors = feed.authors[element] ?? []
    }
    let periods = ["hourly": 3_600, "daily": 86_400, "weekly": 604_800, "monthly": 2_592_000, "yearly": 31_536_000]
    if let seconds = periods[feed.updatePeriod ?? (feed.updateFrequency == nil ? "" : "daily")] {
      values.updateInterval = .seconds(seconds / max(1, feed.updateFrequency ?? 1))
    }
    return values
  }
}

/// Returns the address of the page that links lead to; prefers pages to files of other types.
func alternate(of links: [DraftLink]) -> String? {
  let pages = links.filter { $0.rel == "alternate" || $0.rel.isEmpty }
  return (pages.first { $0.type.isEmpty || $0.type.contains("html") } ?? pages.first)?.address
}

/// Returns a short text on one line.
func plainText(_ text: DraftText, isHTML: Bool) -> String {
  guard isHTML, text.hasMarkup else { return text.line }
  return DraftText(bytes: Array(HTMLText.title(text.string, isDeclared: text.isHTML).utf8)).line
}
