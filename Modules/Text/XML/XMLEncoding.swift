import Essentials

/// The character encoding of a document.
public enum XMLEncoding: Equatable, Sendable {
  /// UTF-8; invalid bytes become U+FFFD.
  case utf8
  /// Windows-1252, which includes Latin-1 and ASCII.
  case windows1252
  /// Any other encoding, by its name in `iconv`. If `iconv` does not know it, the document is read as UTF-8.
  case named(String)

  /// Determines the encoding of a document: from its byte order mark, else the label that came with it, else its
  /// declaration, else UTF-8 (RFC 7303, 3). Three exceptions follow what readers do: a document with multibyte UTF-8
  /// sequences is not read in a one-byte encoding, a label that cannot be right is ignored, such as UTF-8 for a document
  /// with bytes above 0x7F but without such sequences, and a document that has no label left and is hardly UTF-8 is
  /// Windows-1252.
  /// - Parameters:
  ///   - document: The document.
  ///   - charset: The `charset` parameter of the media type.
  public init(of document: UnsafeRawBufferPointer, charset: String? = nil) {
    if let (_, name) = Self.starts.first(where: { bytes, _ in document.starts(with: bytes) }) {
      self = name == "utf-8" ? .utf8 : .named(name)
      return
    }
    let labels = [charset, Self.declared(in: document)].compactMap { $0.flatMap(Self.init(label:)) }
      .filter { !$0.isWide }
    let label = labels.first
    guard label == .utf8 || label?.isOneByte != false else {
      self = label ?? .utf8
      return
    }
    let (valid, invalid) = multibyteSequences(in: document)
    switch label {
    case nil: self = valid >= invalid ? .utf8 : .windows1252
    case .utf8: self = valid > 0 || invalid == 0 ? .utf8 : labels.first { $0 != .utf8 } ?? .windows1252
    // A few invalid bytes do not matter: multibyte sequences are rare in other encodings.
    case let label?: self = valid > 0 && invalid <= valid / 16 ? .utf8 : label
    }
  }

  /// Creates an encoding from one of its names.
  init?(label: String) {
    var label = label.trimmed.trimmingQuotes.lowercased()
    while label.hasPrefix("x-") { label.removeFirst(2) }
    guard !label.isEmpty, label.utf8.count <= 40, label.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != 0x2F }) else {
      return nil
    }
    switch label {
    case "none", "binary", "8bit", "unknown": return nil
    case "utf-8", "utf8", "utf_8", "unicode-1-1-utf-8", "utf-8-sig", "unicode20utf8": self = .utf8
    case "us-ascii", "ascii", "iso-8859-1", "iso8859-1", "iso_8859-1", "latin1", "latin-1", "l1", "windows-1252",
      "windows1252", "cp1252", "ansi", "iso-ir-100":
      self = .windows1252
    // Browsers read more than these names say (WHATWG Encoding Standard, 4.2).
    case "gb2312", "gbk", "gb_2312-80", "euc-cn", "chinese": self = .named("gb18030")
    case "shift_jis", "shift-jis", "sjis", "ms_kanji", "windows-31j": self = .named("cp932")
    case "euc-kr", "ks_c_5601-1987", "ks_c_5601-1989", "ksc5601", "ksc_5601", "korean", "windows-949":
      self = .named("cp949")
    case "iso-8859-9", "latin5": self = .named("windows-1254")
    case "euc-jp", "eucjp": self = .named("eucjp-ms")
    case "iso-8859-8-i", "logical": self = .named("iso-8859-8")
    case "l9": self = .named("iso-8859-15")
    case "sun_eu_greek": self = .named("iso-8859-7")
    case "mac-roman", "macroman": self = .named("macintosh")
    case "iso-8859-11", "tis-620", "dos-874": self = .named("cp874")
    case "utf-16", "utf16": self = .named("utf-16le")
    default: self = .named(label)
    }
  }

  /// The starts of documents that tell their encoding: byte order marks, which are dropped later as text before the first
  /// element, and a `<` between the zero bytes of two or four bytes per character, whatever the label says.
  private static let starts: [(bytes: [UInt8], name: String)] = [
    ([0xEF, 0xBB, 0xBF], "utf-8"), ([0xFF, 0xFE, 0, 0], "utf-32le"), ([0, 0, 0xFE, 0xFF], "utf-32be"),
    ([0xFF, 0xFE], "utf-16le"), ([0xFE, 0xFF], "utf-16be"), ([0x3C, 0, 0, 0], "utf-32le"),
    ([0, 0, 0, 0x3C], "utf-32be"), ([0x3C, 0], "utf-16le"), ([0, 0x3C], "utf-16be"),
  ]

  private static func declared(in document: UnsafeRawBufferPointer) -> String? {
    let start = String(decoding: document.prefix(512), as: UTF8.self)
    guard let opening = start.firstRange(of: "<?xml"), let end = start[opening.upperBound...].firstIndex(of: ">") else {
      return nil
    }
    let declaration = start[opening.upperBound..<end]
    guard let name = declaration.firstRange(of: "encoding") else { return nil }
    let rest = declaration[name.upperBound...].drop { $0.isWhitespace || $0 == "=" }
    guard let quote = rest.first, quote == "\"" || quote == "'" else { return nil }
    return String(rest.dropFirst().prefix { $0 != quote })
  }

  private var isWide: Bool {
    guard case .named(let name) = self else { return false }
    return ["utf-16", "utf16", "utf-32", "utf32", "ucs-2", "ucs-4", "ucs2", "ucs4", "iso-10646", "unicode"]
      .contains { name.hasPrefix($0) }
  }

  private var isOneByte: Bool {
    switch self {
    case .utf8: false
    case .windows1252: true
    case .named(let name):
      [
        "iso-8859", "iso8859", "iso_8859", "windows-125", "cp125", "koi8", "cp874", "windows-874", "mac",
        "ibm",
      ]
      .contains { name.hasPrefix($0) }
    }
  }
}

extension String {
  fileprivate var trimmingQuotes: String { String(self[...].trimmed { $0 == "\"" || $0 == "'" }) }
}
