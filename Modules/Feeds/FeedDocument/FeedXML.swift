import Essentials
import XML

/// A parser of feeds in XML events. It provides the values of the feed, and each entry when it ends.
struct FeedXML {
  private(set) var format: FeedFormat?
  /// Whether the root element is that of an HTML page.
  private(set) var isPage = false
  var feed = DraftFeed()
  /// The ended entries that were not removed yet.
  var entries: [DraftEntry] = []
  /// The entry that is being read.
  var entry: DraftEntry?
  var person: FeedAuthor?

  /// The base address and the language that apply from an element on.
  private struct Scope {
    var depth: Int
    var base: String?
    var language: String?
  }

  private var elements: [FeedElement] = []
  private var rootSpace: String?
  private(set) var open: [FeedElement] = []
  private var scopes: [Scope] = []
  private var capture: FeedCapture?
  /// The depths of the open elements that start something to skip, an entry, and Atom's `source` of an entry.
  private var skipDepth = Int.max
  private var entryDepth = Int.max
  private var sourceDepth = Int.max
  /// The limit in bytes for a base address. Nested relative bases could otherwise take quadratic memory.
  private static let baseLimit = 2_048
  private let address: String
  /// Whether only the elements that identify an entry are read.
  let identifiesOnly: Bool

  /// - Parameters:
  ///   - address: The address of the document.
  ///   - identifiesOnly: Whether to read only the elements that identify an entry.
  init(address: String, identifiesOnly: Bool = false) {
    self.address = address
    self.identifiesOnly = identifiesOnly
  }

  var base: String? { scopes.last?.base }
  private var language: String? { scopes.last?.language }
  var isRSS: Bool { format?.isRSS == true }

  /// Returns an address resolved against `xml:base`, or else against the page of an RSS feed, or else against the
  /// document.
  func resolve(_ text: String) -> String? {
    // Some programs escape the addresses of RSS twice.
    let isEscaped = isRSS && text.utf8.contains(UInt8(ascii: "&"))
    let text = isEscaped ? text.replacing("&amp;", with: "&") : text
    if let base { return resolved(text, on: base) }
    if isRSS, let page = feed.link, isWeb(page) { return resolved(text, on: page) }
    return resolved(text, on: address)
  }

  mutating func handle(_ event: XMLEvent) {
    switch event {
    case .start(let name, let attributes): start(name, attributes)
    case .end: end()
    case .text(let bytes): capture?.add(bytes)
    }
  }

  /// Ends the open entry.
  /// - Parameter isCut: Whether the document ends here without its end. Then an entry counts only if nothing but its text
  ///   is cut: it must be the same entry, with the same title, once the document is whole.
  mutating func finish(isCut: Bool = false) {
    if isCut {
      guard let capture, capture.element.isLong, entry?.id != nil, entry?.titles.isEmpty == false else { return }
      var text = capture.text
      // Readers see that it is cut, and no full text is replaced by it.
      text.bytes += "…".utf8
      take(capture.element, text, capture)
    }
    if let ended = entry.take() { entries.append(ended) }
  }

  // MARK: - Elements

  private mutating func start(_ name: XMLName, _ attributes: XMLAttributes) {
    if open.isEmpty { begin(name, attributes) }
    if name.number == elements.count { elements.append(FeedElement(name, root: rootSpace)) }
    let element = name.number < elements.count ? elements[name.number] : FeedElement(name, root: rootSpace)
    open.append(element)
    if attributes.count > 0 { beginScope(attributes) }
    // Only markup that both passes read can contain entries as text, so that both passes find the same entries.
    let isInMarkup = capture?.isMarkup == true && capture?.element.identifies == true
    if element == .item || element == .entry, !isInMarkup, format != nil {
      return beginEntry(attributes)
    }
    if skipDepth <= open.count { return }
    if capture != nil, !beginsPart(element) {
      let base = base
      capture?.begin(name, attributes, base: base)
      return
    }
    begin(element, attributes)
  }

  private mutating func beginScope(_ attributes: XMLAttributes) {
    var scope = Scope(depth: open.count, base: base, language: language)
    if let text = attributes[xml: "base"], let base = resolved(text, on: base ?? address),
      base.utf8.count <= Self.baseLimit
    {
      scope.base = base
    }
    if let language = attributes[xml: "lang"]?.trimmed, !language.isEmpty { scope.language = language }
    if scope.base != base || scope.language != language { scopes.append(scope) }
  }

  /// Returns whether an element is a part of a person, whose other text is ignored.
  private func beginsPart(_ element: FeedElement) -> Bool {
    guard person != nil, capture?.element.kind == .person else { return false }
    return [.name, .email, .uri, .url, .homepage].contains(element)
  }

  private mutating func begin(_ name: XMLName, _ attributes: XMLAttributes) {
    rootSpace = name.space
    let isOldAtom = attributes["version"] == "0.3" || name.space?.contains("purl.org/atom") == true
    switch FeedElement(name, root: rootSpace) {
    case .rss, .channel: format = .rss
    case .rdf: format = .rdf
    case .feed: format = isOldAtom ? .atom03 : .atom10
    default: isPage = name.local.lowercased() == "html"
    }
  }

  private mutating func beginEntry(_ attributes: XMLAttributes) {
    finish()
    capture = nil
    person = nil
    skipDepth = .max
    sourceDepth = .max
    entryDepth = open.count
    entry = DraftEntry(about: attributes["about"], language: language)
  }

  private mutating func begin(_ element: FeedElement, _ attributes: XMLAttributes) {
    let kind = element.kind
    if kind == .container {
      if entry == nil, element == .feed || element == .rss || element == .channel || element == .rdf {
        feed.values.language = feed.values.language ?? language
      }
      return
    }
    if sourceDepth != .max, element != .author, person == nil {
      skipDepth = open.count
      return
    }
    if element == .source, entry != nil, !isRSS || attributes["url"] == nil {
      sourceDepth = open.count
      return
    }
    // The title of a picture is not that of its entry: some have the author's face.
    let isOfFile = element == .mediaTitle && open.contains(.mediaContent)
    let isLeftOut = identifiesOnly && entry != nil && !element.identifies
    // The content of a link with an attribute has no meaning (RFC 4287, 4.2.7).
    let isWholeLink = element == .link && attributes["href"] != nil
    if isWholeLink { note(element, attributes) }
    if !element.identifies { entry?.hasDetails = true }
    if isWholeLink || isLeftOut || isOfFile || element == .other || element == .source {
      skipDepth = open.count
      return
    }
    if kind == .person { person = FeedAuthor() }
    if element == .title || element.isLong, let language = attributes[xml: "lang"]?.trimmed, !language.isEmpty {
      entry?.textLanguage = language
    }
    if kind != .none {
      capture = FeedCapture(element, attributes, depth: open.count, base: base, format: format ?? .rss)
      // An entry with an identifier is not identified by its text.
      if identifiesOnly, element.isLong, entry?.id != nil { capture?.isLeftOut = true }
    }
    note(element, attributes)
  }

  private mutating func end() {
    let depth = open.count
    if skipDepth == depth { skipDepth = .max }
    if sourceDepth == depth { sourceDepth = .max }
    if let outer = capture?.depth {
      if outer == depth, let ended = capture.take() {
        finish(ended)
      } else if skipDepth > depth {
        capture?.end()
      }
    } else if person != nil, open.last?.kind == .person {
      finish(person: open.last ?? .author)
    }
    if entryDepth == depth {
      finish()
      entryDepth = .max
    }
    open.removeLast()
    if scopes.last?.depth == depth { scopes.removeLast() }
  }

  private mutating func finish(_ capture: FeedCapture) {
    let text = capture.text
    switch capture.element {
    case .name, .email, .uri, .url, .homepage:
      guard person != nil else { return }
      let value = text.string.trimmed
      if value.isEmpty { return }
      switch capture.element {
      case .name: person?.name = value
      case .email: person?.email = value
      default:
        let link = resolve(value)
        person?.link = link
      }
    case _ where capture.element.kind == .person:
      if person?.isEmpty != false { person = FeedAuthor(text: isRSS ? plain(text) : text.string) }
      finish(person: capture.element)
    default: take(capture.element, text, capture)
    }
  }

  private mutating func finish(person element: FeedElement) {
    defer { person = nil }
    guard let person, !person.isEmpty else { return }
    if sourceDepth != .max {
      entry?.sourceAuthors.append(person)
    } else if entry != nil {
      switch element {
      case .dcCreator, .dcAuthor: entry?.creators.addAuthor(person)
      // The publisher of an entry is that of its feed: a company, as a rule.
      case .dcPublisher: break
      case .itunesAuthor: entry?.podcasters.addAuthor(person)
      default: entry?.authors.addAuthor(person)
      }
    } else {
      feed.authors[element, default: []].addAuthor(person)
    }
  }
}

extension [FeedAuthor] {
  /// The greatest number of authors of each kind that an entry or a feed has.
  private static var limit: Int { 64 }

  fileprivate mutating func addAuthor(_ author: FeedAuthor) {
    if count < Self.limit, !contains(author) { append(author) }
  }
}

extension FeedElement {
  /// Whether an entry may be identified by this element.
  fileprivate var identifies: Bool {
    switch self {
    case .author, .managingEditor, .dcCreator, .dcAuthor, .dcPublisher, .itunesAuthor, .category,
      .dcSubject, .mediaCategory, .mediaKeywords,
      .enclosure, .mediaContent, .comments, .slashComments, .commentRSS, .threadTotal, .inReplyTo:
      false
    default: true
    }
  }
}
