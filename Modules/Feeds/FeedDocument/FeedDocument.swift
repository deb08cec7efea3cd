// RSS, Atom and JSON Feed documents as entries.

public import CachedResource
public import Essentials
import RESTCollections
public import XML

/// An RSS, Atom or JSON Feed document: the values of the feed, and its entries.
///
/// Opening it finds the values of the feed and the identities of the entries. The entries of a long XML document are read
/// again in portions at each use, so that memory does not grow with their number.
public struct FeedDocument: Sendable {
  /// An error that says a document is not a feed.
  public struct Failure: Error, Equatable {
    /// The reason.
    public var reason: AnswerFailure
    /// The feeds that a page links to, or another document by its header, the preferred one first.
    public var links: [FeedLink]
    /// The address that a page without a feed leads on to by itself; nil for none.
    public var refresh: String?

    public init(_ reason: AnswerFailure, links: [FeedLink] = [], refresh: String? = nil) {
      self.reason = reason
      self.links = links
      self.refresh = refresh
    }
  }

  /// The format.
  public let format: FeedFormat
  /// The values of the feed.
  public let feed: FeedValues
  /// The number of entries.
  public var entryCount: Int { signatures.count }
  /// Whether the end of the document is missing. The entries before it are available, and the last one as well if only
  /// its text is cut.
  public let isCut: Bool

  /// The signatures of the entries, in the order of the document.
  public let signatures: [FeedSignature]

  /// The document; empty if its entries were read.
  let body: Data
  /// The address where it was found.
  public let address: String
  let source: Source

  /// The source of the entries.
  enum Source: Sendable {
    /// XML that is read again at each use, with its CDATA sections and comments that end and the kind of each entry's key.
    case xml(XMLEncoding, libraries: [String], XMLClosed, [FeedIdentity.Kind?])
    /// Entries of JSON or of a short XML document, which are read at once.
    case entries([FeedEntry])
  }

  /// Whether the entries are in memory, so that `portions` does not read the document again.
  public var holdsEntries: Bool { if case .entries = source { true } else { false } }

  /// The size in bytes up to which the entries of XML are read at once.
  private static let shortSize = 1 << 18

  /// Opens a document.
  /// - Parameters:
  ///   - body: The document.
  ///   - address: The address of the document, which relative addresses are resolved against.
  ///   - charset: The charset parameter of its media type.
  ///   - links: The header field `Link` that came with it.
  ///   - libxml2: File names; the first that can be opened is used.
  /// - Throws: `Failure`, which says what the document is instead.
  public init(
    _ body: Data, at address: String, charset: String? = nil, links: String? = nil,
    libxml2: [String] = XMLReader.systemLibraries
  ) throws(Failure) {
    self.address = address
    let links = links.map(Link.all) ?? []
    func failure(_ reason: AnswerFailure, _ feeds: [FeedLink]) -> Failure {
      let feed = feeds.first { isWeb($0.address) && $0.address != address }
      let other = feeds.isEmpty ? reason : .pageWithoutFeed
      return Failure(feed.map { .pageWithFeed($0.address) } ?? other, links: feeds)
    }
    func failure(_ reason: AnswerFailure) -> Failure { failure(reason, FeedLink.all(in: links, at: address)) }
    func page() -> Failure {
      let text = body.prefix(1 << 20).withUnsafeBytes { bytes in
        XMLEncoding(of: bytes, charset: charset).text(of: bytes, libraries: libxml2)
      }
      let feeds = FeedLink.all(in: text, at: address, links)
      if feeds.isEmpty, let target = FeedLink.refresh(of: text, at: address) {
        return Failure(.pageWithoutFeed, refresh: target)
      }
      return failure(.pageWithoutFeed, feeds)
    }
    let next = links.first { $0.relations.contains("next") }.flatMap { resolved($0.target, on: address) }
    switch DocumentKind(of: body) {
    case .empty: throw failure(.empty)
    case .other: throw failure(.unknownKind)
    case .page: throw page()
    case .json:
      let content: (FeedValues, [FeedEntry], [FeedSignature])
      do { content = try feedJSON(body, at: address) } catch { throw failure(error) }
      var (values, entries, signatures) = content
      values.next = values.next ?? next
      self.signatures = signatures
      format = .json
      feed = values
      isCut = false
      source = .entries(entries)
      self.body = Data()
    case .xml:
      let body = body.fromStart
      let encoding = body.withUnsafeBytes { XMLEncoding(of: $0, charset: charset) }
      let isShort = body.count <= Self.shortSize
      func read(_ closed: XMLClosed) throws(Failure) -> (FeedXML, FirstPass) {
        let reader: XMLReader
        do { reader = try XMLReader(encoding, libraries: libxml2, closed: closed) } catch { throw Failure(.noXML) }
        var document = FeedXML(address: address, identifiesOnly: !isShort)
        let pass = FirstPass(reader, &document, body, address)
        return (document, pass)
      }
      var closed = XMLClosed()
      var (document, pass) = try read(closed)
      // A section and a comment can lack an end.
      while let found = pass.closed {
        closed = found
        (document, pass) = try read(closed)
      }
      guard let format = document.format else {
        throw document.isPage ? page() : failure(.otherXML(String(pass.root.prefix(64))))
      }
      let (kinds, signatures) = pass.identity.kinds(isAtom: !format.isRSS)
      self.signatures = signatures
      self.format = format
      var values = document.values
      values.next = values.next ?? next
      feed = values
      isCut = pass.isCut
      guard isShort else {
        source = .xml(encoding, libraries: libxml2, closed, kinds)
        self.body = body
        return
      }
      let maker = FeedEntryMaker(format: format, feed: feed, address: address)
      source = .entries(zip(pass.drafts, kinds).compactMap { draft, kind in kind.map { maker.entry(draft, $0) } })
      self.body = Data()
    }
  }

  /// Returns the entries in the order of the document.
  /// - Parameter size: The limit of entries in a portion.
  public func portions(of size: Int = 256) -> FeedPortions { FeedPortions(self, size: size) }
}

extension Data {
  /// The document without what PHP writes before it, such as `<br /><b>Warning</b>: …`.
  fileprivate var fromStart: Data {
    let offset = withUnsafeBytes { bytes -> Int? in
      for (index, byte) in bytes.prefix(8_192).enumerated() where byte == UInt8(ascii: "<") {
        let rest = bytes[index...]
        // In such a section an entry writes about feeds.
        if rest.starts(with: "<![CDATA[".utf8) { return nil }
        if ["<?xml", "<rss", "<feed", "<rdf", "<channel"].contains(where: { rest.starts(with: $0.utf8) }) {
          return index
        }
      }
      return nil
    }
    return offset.map { self[(startIndex + $0)...] } ?? self
  }
}

/// The first pass over a document, which finds the values of the feed and the identities of its entries.
private struct FirstPass {
  var identity = FeedIdentity()
  var root = ""
  var isCut = false
  /// The numbers of CDATA sections and comments that end; nil if all do.
  var closed: XMLClosed?
  /// The entries, if the document was read in full.
  var drafts: [DraftEntry] = []

  init(_ reader: XMLReader, _ document: inout FeedXML, _ body: Data, _ address: String) {
    var start = 0
    while start < body.count, !reader.isFinished {
      start = reader.read(body, from: start) { event in
        if root.isEmpty, case .start(let name, _) = event { root = name.local }
        document.handle(event)
      }
      if start == body.count {
        isCut = reader.isStopped || reader.depth > 0 && !hasEnd(body)
        document.finish(isCut: isCut)
      }
      guard let format = document.format else { continue }
      let maker = FeedEntryMaker(format: format, feed: document.values, address: address)
      for entry in document.entries { identity.add(maker.parts(of: entry)) }
      if !document.identifiesOnly { drafts += document.entries }
      document.entries.removeAll(keepingCapacity: true)
    }
    if reader.isFinished, reader.depth > 0, start < body.count { isCut = true }
    closed = reader.closed
  }

  /// Returns whether the document ends with the end tag of a root element, even if its elements are nested incorrectly.
  private func hasEnd(_ body: Data) -> Bool {
    let tail = String(decoding: body.suffix(64), as: UTF8.self).trimmed.lowercased()
    return tail.hasSuffix("</rss>") || tail.hasSuffix("feed>") || tail.hasSuffix("rdf>") || tail.hasSuffix("</channel>")
  }
}
