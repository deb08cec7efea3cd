import XML

/// The elements that this program reads in feeds, by their usual names.
enum FeedElement: String {
  case rss, rdf, feed, channel, item, entry
  case title, link, id, guid, description, summary, tagline, subtitle, content, body, fullitem
  case pubDate = "pubdate"
  case published, issued, created, date, updated, modified
  case lastBuildDate = "lastbuilddate"
  case author, name, email, uri, url, homepage
  case managingEditor = "managingeditor"
  case source
  case category, categories, enclosure, comments, language, generator, ttl
  case skipHours = "skiphours"
  case hour
  case skipDays = "skipdays"
  case day
  case dcCreator = "dc:creator"
  case dcAuthor = "dc:author"
  case dcTitle = "dc:title"
  case dcDate = "dc:date"
  case dcDescription = "dc:description"
  case dcSubject = "dc:subject"
  case dcLanguage = "dc:language"
  case dcPublisher = "dc:publisher"
  case dcIdentifier = "dc:identifier"
  case termsCreated = "dcterms:created"
  case termsIssued = "dcterms:issued"
  case termsModified = "dcterms:modified"
  case encoded = "content:encoded"
  case xhtmlBody = "xhtml:body"
  case xhtmlDiv = "xhtml:div"
  case itunesAuthor = "itunes:author"
  case itunesSummary = "itunes:summary"
  case itunesSubtitle = "itunes:subtitle"
  case itunesTitle = "itunes:title"
  case itunesKeywords = "itunes:keywords"
  case itunesCategory = "itunes:category"
  case mediaGroup = "media:group"
  case mediaContent = "media:content"
  case mediaTitle = "media:title"
  case mediaDescription = "media:description"
  case mediaCategory = "media:category"
  case mediaKeywords = "media:keywords"
  case slashComments = "slash:comments"
  case commentRSS = "wfw:commentrss"
  case threadTotal = "thr:total"
  case inReplyTo = "thr:in-reply-to"
  case updatePeriod = "sy:updateperiod"
  case updateFrequency = "sy:updatefrequency"
  case origLink = "feedburner:origlink"
  case other

  /// Creates the element of a name. The case of the name does not matter.
  /// - Parameter root: The namespace of the document's own elements.
  init(_ name: XMLName, root: String?) {
    let local = name.local.lowercased()
    let isOwn = name.space == root && (name.prefix == nil || root != nil)
    let known = isOwn && name.prefix == nil ? "" : name.space.flatMap(Self.prefix)
    // A prefix that is not declared, or for an unknown namespace, has its usual meaning.
    let prefix = known ?? (isOwn ? "" : name.prefix?.lowercased() ?? "")
    if prefix == "rdf" {
      self = local == "rdf" ? .rdf : .other
    } else if prefix.isEmpty || prefix == "atom" {
      self = Self(rawValue: local) ?? .other
    } else {
      self = Self(rawValue: prefix + ":" + local) ?? .other
    }
  }

  private static func prefix(of space: String) -> String? {
    var space = space.lowercased()
    if space.hasPrefix("https:") { space.remove(at: space.index(space.startIndex, offsetBy: 4)) }
    while space.hasSuffix("/") || space.hasSuffix("#") { space.removeLast() }
    return prefixes[space]
  }

  private static let prefixes = [
    "http://www.w3.org/1999/02/22-rdf-syntax-ns": "rdf",
    "http://purl.org/rss/1.0": "", "http://my.netscape.com/rdf/simple/0.9": "",
    "http://channel.netscape.com/rdf/simple/0.9": "", "http://backend.userland.com/rss2": "",
    "http://backend.userland.com/rss": "", "http://blogs.law.harvard.edu/tech/rss": "",
    "http://purl.org/net/rss1.1": "", "http://purl.org/rss/1.0/modules/rss091": "",
    "http://purl.org/atom/ns": "atom", "http://www.w3.org/2005/atom": "atom",
    "http://purl.org/dc/elements/1.1": "dc", "http://purl.org/dc/elements/1.0": "dc",
    "http://purl.org/rss/1.0/modules/dcterms": "dcterms", "http://purl.org/dc/terms": "dcterms",
    "http://purl.org/rss/1.0/modules/content": "content",
    "http://www.itunes.com/dtds/podcast-1.0.dtd": "itunes", "http://example.com/dtds/podcast-1.0.dtd": "itunes",
    "http://search.yahoo.com/mrss": "media",
    "http://purl.org/rss/1.0/modules/slash": "slash", "http://purl.org/rss/1.0/modules/syndication": "sy",
    "http://wellformedweb.org/commentapi": "wfw", "http://purl.org/syndication/thread/1.0": "thr",
    "http://rssnamespace.org/feedburner/ext/1.0": "feedburner", "http://www.w3.org/1999/xhtml": "xhtml",
  ]

  /// The kind of an element's content.
  enum Kind {
    /// Elements that are read as if this one were not there.
    case container
    /// A person, by its parts or in one text.
    case person
    /// The full text of an entry.
    case content
    /// A text of an entry that is shorter in some feeds.
    case summary
    /// A value as text.
    case value
    /// Nothing that is read, or entries.
    case none
  }

  var kind: Kind {
    switch self {
    case .rss, .rdf, .feed, .channel, .skipHours, .skipDays, .mediaGroup, .categories: .container
    case .author, .managingEditor, .dcCreator, .dcAuthor, .dcPublisher, .itunesAuthor: .person
    case .encoded, .content, .xhtmlBody, .xhtmlDiv, .body, .fullitem: .content
    case .summary, .description, .mediaDescription, .itunesSummary, .itunesSubtitle, .dcDescription, .subtitle,
      .tagline:
      .summary
    case .item, .entry, .enclosure, .mediaContent, .itunesCategory, .inReplyTo, .source, .other: .none
    default: .value
    }
  }

  /// Whether the element contains the text of an entry.
  var isLong: Bool { isContent || kind == .summary }

  /// Whether the element contains the full text.
  var isContent: Bool { kind == .content }
}
