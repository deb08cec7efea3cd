// RSS, Atom and JSON Feed documents as entries.

public import Essentials
public import XML

/// An RSS, Atom or JSON Feed document: the values of the feed, and its entries.
///
/// The document is held once. Its values and the identities of its entries are found when it is opened; the entries are read
/// again each time they are asked for, in portions, so that memory does not grow with their number.
public struct FeedDocument: Sendable {
  /// Documents that are no feeds, by what they are.
  public enum Failure: Error, Equatable, Sendable {
    /// An HTML page, and the feeds it links to: first the one to be read, if any.
    case page([FeedLink])
    /// JSON, but neither posts nor a feed.
    case otherJSON
    /// JSON that is damaged.
    case brokenJSON
    /// XML, but no feed, by the name of its root.
    case otherXML(String)
    /// Nothing at all.
    case empty
    /// A file of another kind.
    case other
    /// There is no libxml2, which reads XML; the file names that were tried.
    case unavailable([String])
  }

  /// The format.
  public let format: FeedFormat
  /// The values of the feed itself.
  public let feed: FeedValues
  /// The number of entries.
  public let entryCount: Int
  /// Whether the end is missing; the entries before are there.
  public let isCut: Bool

  let body: Data
  let address: String
  let source: Source

  /// The source of the entries.
  enum Source: Sendable {
    /// Read again for each use, with the parts of each entry's key.
    case xml(XMLEncoding, libraries: [String], [FeedIdentity.Kind?])
    /// Read at once.
    case json([FeedEntry])
  }

  /// The number of bytes read at once.
  static let pieceSize = 1 << 18

  /// Opens a document.
  /// - Parameters:
  ///   - body: the document.
  ///   - address: where it was found; relative addresses start there.
  ///   - charset: the parameter of the media type that came with it.
  ///   - libxml2: file names; the first that can be opened is used.
  /// - Throws: `Failure`, which says what the document is instead.
  public init(
    _ body: Data, at address: String, charset: String? = nil, libxml2: [String] = XMLReader.systemLibraries
  ) throws(Failure) {
    self.body = body
    self.address = address
    switch FeedSniffer(body).kind {
    case .empty: throw .empty
    case .other: throw .other
    case .page: throw .page(FeedLink.all(in: body, at: address))
    case .json:
      let (values, entries) = try feedJSON(body, at: address)
      format = .json
      feed = values
      entryCount = entries.count
      isCut = false
      source = .json(entries)
    case .xml:
      let encoding = body.withUnsafeBytes { XMLEncoding(of: $0, charset: charset) }
      let reader: XMLReader
      do { reader = try XMLReader(encoding, libraries: libxml2) } catch { throw .unavailable(error.libraries) }
      var document = FeedXML(address: address, identifiesOnly: true)
      let pass = FirstPass(reader, &document, body, address)
      guard let format = document.format else {
        throw document.isPage ? .page(FeedLink.all(in: body, at: address)) : .otherXML(pass.root)
      }
      let kinds = pass.identity.kinds(isAtom: !format.isRSS)
      self.format = format
      feed = document.values
      entryCount = kinds.count { $0 != nil }
      isCut = pass.isCut
      source = .xml(encoding, libraries: libxml2, kinds)
    }
  }

  /// The entries in the order of the document.
  /// - Parameter size: how many a portion holds at most.
  public func portions(of size: Int = 256) -> FeedPortions { FeedPortions(self, size: size) }
}

/// Reads a document for the values of the feed and the identities of its entries.
private struct FirstPass {
  var identity = FeedIdentity()
  var root = ""
  var isCut = false

  init(_ reader: XMLReader, _ document: inout FeedXML, _ body: Data, _ address: String) {
    var start = 0
    while start < body.count, !reader.isFinished {
      let end = min(body.count, start + FeedDocument.pieceSize)
      read(reader, &document, body, start..<end)
      start = end
      if start == body.count {
        isCut = reader.isStopped || reader.depth > 0 && !hasEnd(body)
        if !isCut { document.finish() }
      }
      guard let format = document.format else { continue }
      let maker = FeedEntryMaker(format: format, feed: document.values, address: address)
      for entry in document.entries { identity.add(maker.parts(of: entry)) }
      document.entries.removeAll(keepingCapacity: true)
    }
    if reader.isFinished, reader.depth > 0, start < body.count { isCut = true }
  }

  private mutating func read(_ reader: XMLReader, _ document: inout FeedXML, _ body: Data, _ range: Range<Int>) {
    body.withUnsafeBytes { bytes in
      reader.read(UnsafeRawBufferPointer(rebasing: bytes[range]), isLast: range.upperBound == body.count) { event in
        if root.isEmpty, case .start(let name, _) = event { root = name.local }
        document.handle(event)
      }
    }
  }

  /// Whether the document ends with the tag of a root, however its elements are nested before.
  private func hasEnd(_ body: Data) -> Bool {
    let tail = String(decoding: body.suffix(64), as: UTF8.self).trimmed.lowercased()
    return tail.hasSuffix("</rss>") || tail.hasSuffix("feed>") || tail.hasSuffix("rdf>") || tail.hasSuffix("</channel>")
  }
}
