import Essentials
import HTMLText
public import XML

/// A list of feeds in an OPML document (http://opml.org/spec2.opml).
public struct OPML: Equatable, Sendable {
  /// An error that says a document is not OPML.
  public struct NotOPML: Error, Equatable {
    /// The name of the root element; nil if there is none.
    public var root: String?

    public init(root: String?) { self.root = root }
  }

  /// The feeds in the order of the document, each once. Their tags are their categories and the folders around them.
  public internal(set) var subscriptions: [Subscription] = []
  /// Feeds made by commands or files of this machine, which a document from elsewhere must not start or read.
  public internal(set) var localFeeds: [Subscription] = []
  /// Addresses that are none, each once.
  public internal(set) var invalidAddresses: [String] = []
  /// The addresses of pages whose feeds the document does not name, each once.
  public internal(set) var pages: [String] = []
  /// Whether the document ends early, or was read only up to a limit.
  public internal(set) var isCut = false

  /// Reads a document.
  /// - Parameters:
  ///   - document: The document.
  ///   - libxml2: File names of libxml2.
  /// - Throws: `NotOPML`, or `XMLUnavailable`.
  public init(_ document: [UInt8], libxml2: [String] = XMLReader.systemLibraries) throws {
    let encoding = document.withUnsafeBytes { XMLEncoding(of: $0) }
    let reader = try XMLReader(encoding, libraries: libxml2)
    var parser = OPMLParser()
    var document = document[...]
    // After the last tag may be the beginning of another, with a part of an address.
    if encoding == .utf8 || encoding == .windows1252 {
      document = document[..<(document.lastIndex(of: UInt8(ascii: ">")).map { $0 + 1 } ?? 0)]
    }
    var start = 0
    while start < document.count { start = reader.read(document, from: start) { parser.handle($0) } }
    guard parser.root?.lowercased() == "opml" else { throw NotOPML(root: parser.root) }
    self = parser.list
    isCut = reader.depth > 0 || reader.isStopped
  }

  init() {}
}

/// A parser of an OPML document in XML events.
struct OPMLParser {
  private(set) var root: String?
  private(set) var list = OPML()

  /// An element that has not ended.
  private struct Element {
    /// Whether it is a folder with a name.
    var isFolder: Bool
    /// The address of its page, unless there is another element in it or it is a feed.
    var page: String?
  }

  private var open: [Element] = []
  /// The number of open elements at the outermost commented outline; nil outside of one.
  private var commentDepth: Int?
  /// The names of the open folders.
  private var folders: [String] = []
  private var indices: [Subscription.ID: Int] = [:]
  private var local: Set<Subscription.ID> = []
  private var invalid: Set<String> = []
  private var pages: Set<String> = []
  /// The maximum number of tags of a feed, and the maximum length of a title or a tag. They limit the time and memory
  /// that a hostile document takes.
  private static let tagLimit = 100
  private static let lengthLimit = 1_000

  mutating func handle(_ event: XMLEvent) {
    switch event {
    case .start(let name, let attributes):
      root = root ?? name.local
      if !open.isEmpty { open[open.count - 1].page = nil }
      let outline = name.local.lowercased() == "outline" ? Attributes(attributes) : nil
      let folder = outline.flatMap { self.folder($0) }
      if let folder { folders.append(folder) }
      open.append(Element(isFolder: folder != nil, page: commentDepth == nil ? outline?.page : nil))
    case .end:
      if commentDepth == open.count { commentDepth = nil }
      guard let element = open.popLast() else { return }
      if element.isFolder { folders.removeLast() }
      if let page = element.page, pages.insert(page).inserted { list.pages.append(page) }
    case .text: break
    }
  }

  /// Adds the feed that an outline is; returns its name if it is a folder.
  private mutating func folder(_ attributes: Attributes) -> String? {
    // Outlines within a commented one are commented, too (OPML 2.0).
    if attributes["iscomment"]?.lowercased() == "true" { commentDepth = commentDepth ?? open.count + 1 }
    if commentDepth != nil { return nil }
    guard let address = attributes.address else { return attributes.name(upTo: Self.lengthLimit) }
    // In the file of subscriptions, `~` begins a title, and `!` hides a feed.
    let tags = (attributes.categories(upTo: Self.lengthLimit) + folders.suffix(Self.tagLimit))
      .map { String($0.drop { "~! ".contains($0) }) }.filter { !$0.isEmpty }
    let title = attributes.name(upTo: Self.lengthLimit)
    // Liferea marks commands with a bar.
    let text = address.hasPrefix("|") ? "exec:" + address.dropFirst() : address
    guard var source = (try? Subscription.Source(text)) ?? PastedAddress(address).map({ .web($0.page) }) else {
      if invalid.insert(address).inserted { list.invalidAddresses.append(address) }
      return nil
    }
    if let filter = attributes["filtercmd"]?.trimmed, !filter.isEmpty, case .web(let url) = source {
      source = .filter(command: filter, url)
    }
    add(Subscription(source, title: title == address ? nil : title, tags: tags))
    return nil
  }

  private mutating func add(_ new: Subscription) {
    guard new.source.isServer else {
      if local.insert(new.id).inserted { list.localFeeds.append(new) }
      return
    }
    let index = indices[new.id] ?? list.subscriptions.count
    if index == list.subscriptions.count {
      indices[new.id] = index
      list.subscriptions.append(Subscription(new.source))
    }
    list.subscriptions[index].title = list.subscriptions[index].title ?? new.title
    for tag in new.tags {
      guard list.subscriptions[index].tags.count < Self.tagLimit else { return }
      if !list.subscriptions[index].tags.contains(tag) { list.subscriptions[index].tags.append(tag) }
    }
  }
}

/// The attributes of an outline, whose names some programs write in another case.
private struct Attributes {
  private let values: [String: String]

  init(_ attributes: XMLAttributes) {
    values = Dictionary(attributes.all.map { ($0.name.lowercased(), $0.value) }) { first, _ in first }
  }

  subscript(_ name: String) -> String? { values[name] }

  /// The address of the feed; nil if the outline is not one.
  var address: String? {
    // Outlines of the types `link` and `include` have other documents as their `url`.
    let isOther = ["link", "include"].contains(values["type"]?.lowercased())
    return (values["xmlurl"] ?? (isOther ? nil : values["url"])).flatMap(Self.address)
  }

  /// The address of the page of an outline that is no feed.
  var page: String? { address == nil ? values["htmlurl"].flatMap(Self.address) : nil }

  private static func address(_ text: String) -> String? {
    // Some programs escape twice.
    let address = text.replacing("&amp;", with: "&").trimmed
    return address.isEmpty ? nil : address
  }

  /// Returns the title or the name of a folder; nil if it has none.
  func name(upTo limit: Int) -> String? {
    ["text", "title"].firstNonNil { values[$0].flatMap { plain($0, limit) } }
  }

  func categories(upTo limit: Int) -> [String] {
    (values["category"] ?? "").split(separator: ",").prefix(100).compactMap { category in
      // A category may be a path.
      plain(String(category.trimmed(\.isWhitespace).drop { $0 == "/" }), limit)
    }
  }

  /// Returns a text without character references, which some programs escape twice, and without line breaks.
  private func plain(_ text: String, _ limit: Int) -> String? {
    let text = HTMLText.attribute(String(text.prefix(limit)))
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return text.isEmpty ? nil : text
  }
}
