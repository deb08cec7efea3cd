// Events of an XML document, read in pieces through the system's libxml2.

import CXML
public import Essentials

/// An event of a document, valid until the handler returns.
public enum XMLEvent {
  /// The start of an element.
  case start(XMLName, XMLAttributes)
  /// The end of the innermost element. Elements still open at the end of the document do not get one.
  case end
  /// A part of a text, in UTF-8. CDATA is text too. One text may arrive in any number of parts.
  case text(UnsafeBufferPointer<UInt8>)
}

/// An error that says libxml2 cannot be opened.
public struct XMLUnavailable: Error, Equatable, CustomStringConvertible {
  /// The file names that were tried.
  public var libraries: [String]

  public init(libraries: [String]) { self.libraries = libraries }

  /// A sentence that names the package to install.
  public var description: String {
    "libxml2, which reads XML, cannot be opened (as \(libraries.joined(separator: ", "))): install the package libxml2."
  }
}

/// The numbers of the CDATA sections and comments of a document that end. After the start of later ones follows markup.
public struct XMLClosed: Equatable, Sendable {
  /// The number of CDATA sections.
  public var sections = Int.max
  /// The number of comments.
  public var comments = Int.max

  /// Creates the numbers; by default, all end.
  public init(sections: Int = .max, comments: Int = .max) {
    self.sections = sections
    self.comments = comments
  }
}

/// An incremental parser of XML that uses the system's libxml2.
///
/// It loads nothing from elsewhere: references to HTML's characters and to short texts that the document declares are
/// replaced, all others are text, and the rest of document type declarations is skipped. Malformed documents are read as
/// far as they make sense. The reader stops at elements more than 10,000 deep, more than 256 attributes of one element,
/// more than 10,000 names, and more than 1,000 namespace declarations in effect.
public final class XMLReader {
  /// The file names of libxml2 on Linux (up to 2.13, and later) and on macOS.
  public static let systemLibraries = ["libxml2.so.2", "libxml2.so.16", "/usr/lib/libxml2.2.dylib"]

  /// The number of open elements. After the last piece, a number above 0 means that the document is incomplete.
  public var depth: Int { elements.depth }
  /// Whether the reader stopped because the document exceeds a limit.
  public private(set) var isStopped = false
  /// Whether the document or its root element has ended.
  public private(set) var isFinished = false
  /// After the last piece, the numbers of CDATA sections and comments that end; nil if all do.
  public private(set) var closed: XMLClosed?

  private let library: cxml
  private var parser: OpaquePointer?
  private var decoder: XMLDecoder
  private var cleaner: XMLCleaner
  private var elements = XMLElements()
  private var handle: ((XMLEvent) -> Void)?
  /// The contents of the CDATA sections in the XML that is being parsed, and the number of the first.
  private var sections: [UnsafeRawBufferPointer] = []
  private var firstSection = 0
  /// The contents of sections that libxml2 has not reached yet, by their numbers.
  private var heldSections: [Int: [UInt8]] = [:]
  private var nextSection = 0

  /// Creates a reader at the start of a document.
  /// - Parameters:
  ///   - encoding: The encoding of the document.
  ///   - libraries: File names of libxml2; the first that can be opened is used.
  ///   - closed: The numbers of CDATA sections and comments that end, if a reader has found one that does not.
  public init(
    _ encoding: XMLEncoding, libraries: [String] = systemLibraries, closed: XMLClosed = XMLClosed()
  ) throws(XMLUnavailable) {
    var library = cxml()
    guard libraries.contains(where: { cxml_open($0, &library) }) else { throw XMLUnavailable(libraries: libraries) }
    self.library = library
    cleaner = XMLCleaner(closed: closed)
    decoder = XMLDecoder(encoding, library)
    parser = cxml_parser_new(
      &library,
      { owner, local, prefix, space, spaceCount, _, count, _, attributes in
        XMLReader.at(owner) {
          $0.start(local, prefix, space, Int(spaceCount), XMLAttributes(values: attributes, count: Int(count)))
        }
      },
      { owner, _, _, _ in XMLReader.at(owner) { $0.end() } },
      { owner, bytes, count in
        XMLReader.at(owner) { $0.handle?(.text(UnsafeBufferPointer(start: bytes, count: Int(count)))) }
      },
      { owner, bytes, count in
        XMLReader.at(owner) { $0.section(UnsafeBufferPointer(start: bytes, count: Int(count))) }
      },
      Unmanaged.passUnretained(self).toOpaque())
  }

  deinit {
    decoder.close()
    if let parser { library.xmlFreeParserCtxt(parser) }
  }

  /// Parses the next piece and passes on its events.
  /// - Parameters:
  ///   - piece: The next bytes of the document.
  ///   - isLast: Whether the piece is the last.
  ///   - handle: Receives each event, which is valid until the closure returns.
  public func read(_ piece: UnsafeRawBufferPointer, isLast: Bool = false, _ handle: (XMLEvent) -> Void) {
    guard !isFinished, let parser else { return }
    withoutActuallyEscaping(handle) { handle in
      self.handle = handle
      defer { self.handle = nil }
      decoder.decode(piece, isLast: isLast) { text in
        cleaner.clean(text, isLast: isLast) { xml, sections in
          self.sections = sections
          _ = library.xmlParseChunk(parser, xml.bindMemory(to: CChar.self).baseAddress, Int32(xml.count), 0)
          endSections()
        }
        if cleaner.isStopped { stop() }
      }
      if isLast { _ = library.xmlParseChunk(parser, nil, 0, 1) }
    }
    if isLast {
      isFinished = true
      closed = cleaner.closedBeforeOpen
    }
  }

  /// Parses the next 64 KiB of a whole document.
  /// - Parameters:
  ///   - document: The document.
  ///   - start: The number of bytes that were parsed before.
  ///   - handle: Receives each event, which is valid until the closure returns.
  /// - Returns: The number of bytes that are parsed now.
  public func read(_ document: some ContiguousBytes, from start: Int, _ handle: (XMLEvent) -> Void) -> Int {
    document.withUnsafeBytes { bytes in
      let end = min(bytes.count, start + 1 << 16)
      read(UnsafeRawBufferPointer(rebasing: bytes[start..<end]), isLast: end == bytes.count, handle)
      return end
    }
  }

  private static func at(_ owner: UnsafeMutableRawPointer?, _ work: (XMLReader) -> Void) {
    if let owner { Unmanaged<XMLReader>.fromOpaque(owner)._withUnsafeGuaranteedRef(work) }
  }

  private func stop() {
    isFinished = true
    isStopped = true
    library.xmlStopParser(parser)
  }

  /// Handles a CDATA section, whose content is the number of the real one.
  private func section(_ digits: UnsafeBufferPointer<UInt8>) {
    // In broken markup libxml2 may find a section that the cleaner has not.
    guard let number = Int(String(decoding: digits, as: UTF8.self)),
      (0..<firstSection + sections.count).contains(number)
    else { return handle?(.text(digits)) ?? () }
    nextSection = number + 1
    if let held = heldSections.removeValue(forKey: number) {
      held.withUnsafeBufferPointer { handle?(.text($0)) }
    } else if sections.indices.contains(number - firstSection) {
      sections[number - firstSection].withMemoryRebound(to: UInt8.self) { handle?(.text($0)) }
    }
  }

  /// Copies the sections that libxml2 has not reached before their bytes go away. It reaches them with the next piece.
  private func endSections() {
    let count = firstSection + sections.count
    if !heldSections.isEmpty { heldSections = [:] }
    for number in max(nextSection, firstSection)..<max(count, nextSection, firstSection) {
      heldSections[number] = Array(sections[number - firstSection])
    }
    firstSection = count
    sections = []
  }

  private func start(
    _ local: UnsafePointer<UInt8>?, _ prefix: UnsafePointer<UInt8>?, _ space: UnsafePointer<UInt8>?,
    _ spaceCount: Int, _ attributes: XMLAttributes
  ) {
    guard !isStopped, let local, let handle else { return }
    guard let name = elements.begin(XMLElements.Key(local: local, prefix: prefix, space: space), spaceCount, attributes)
    else { return stop() }
    handle(.start(name, attributes))
  }

  private func end() {
    guard !isStopped else { return }
    elements.end()
    handle?(.end)
    if depth == 0 { isFinished = true }
  }
}
