import CXML
import Essentials
import HTMLText

/// A converter from any encoding to UTF-8, piece by piece.
struct XMLDecoder {
  private let library: cxml
  private var converter: UnsafeMutableRawPointer?
  private var isLatin = false
  /// The number of bytes of a code unit, which is left out if it is invalid.
  private var unit = 1
  /// The bytes at the end of a piece that the next piece completes.
  private var rest: [UInt8] = []

  init(_ encoding: XMLEncoding, _ library: cxml) {
    self.library = library
    switch encoding {
    case .utf8: break
    case .windows1252: isLatin = true
    case .named(let name):
      unit = name.hasPrefix("utf-16") ? 2 : name.hasPrefix("utf-32") ? 4 : 1
      let opened = library.iconv_open("UTF-8", name)
      converter = Int(bitPattern: opened) == -1 ? nil : opened
    }
  }

  /// Frees the `iconv` converter.
  mutating func close() {
    if let converter { _ = library.iconv_close(converter) }
    converter = nil
  }

  mutating func decode(_ piece: UnsafeRawBufferPointer, isLast: Bool, _ take: (UnsafeRawBufferPointer) -> Void) {
    if isLatin {
      var text: [UInt8] = []
      text.reserveCapacity(piece.count + piece.count / 8)
      for byte in piece {
        if byte < 0x80 { text.append(byte) } else { text += Array(String(Mojibake.windows1252(byte)).utf8) }
      }
      text.withUnsafeBytes(take)
    } else if converter != nil {
      convert(rest + piece, isLast: isLast).withUnsafeBytes(take)
    } else {
      take(piece)
    }
  }

  /// Converts bytes with `iconv`, and replaces invalid ones with U+FFFD.
  private mutating func convert(_ bytes: [UInt8], isLast: Bool) -> [UInt8] {
    var bytes = bytes
    var text: [UInt8] = []
    // The result is seldom more than twice as long. If it is, the rest follows in the next round.
    var room = [UInt8](repeating: 0, count: 2 * bytes.count + 16)
    var start = 0
    while start < bytes.count {
      var left = bytes.count - start
      var space = room.count
      let status = bytes.withUnsafeMutableBytes { bytes in
        room.withUnsafeMutableBytes { room in
          var input = bytes.baseAddress.map { ($0 + start).assumingMemoryBound(to: CChar.self) }
          var output = room.baseAddress?.assumingMemoryBound(to: CChar.self)
          return library.iconv(converter, &input, &left, &output, &space)
        }
      }
      let isFailure = status == -1
      let code = errno
      text += room[..<(room.count - space)]
      start = bytes.count - left
      guard isFailure, start < bytes.count else { continue }
      if code == EINVAL {
        // An incomplete character at the end.
        if isLast { text += [0xEF, 0xBF, 0xBD] }
        break
      }
      guard code != E2BIG else { continue }
      text += [0xEF, 0xBF, 0xBD]
      start += unit
    }
    rest = Array(bytes[min(start, bytes.count)...])
    return text
  }
}

extension XMLEncoding {
  /// Returns bytes as text; as UTF-8 if another encoding needs libxml2, which cannot be opened.
  /// - Parameters:
  ///   - bytes: The bytes, in this encoding.
  ///   - libraries: File names of libxml2; the first that can be opened is used.
  public func text(of bytes: UnsafeRawBufferPointer, libraries: [String] = XMLReader.systemLibraries) -> String {
    var library = cxml()
    let isKnown = self != .utf8 && libraries.contains { cxml_open($0, &library) }
    var decoder = XMLDecoder(isKnown ? self : .utf8, library)
    defer { decoder.close() }
    var text = ""
    decoder.decode(bytes, isLast: true) { text = String(decoding: $0, as: UTF8.self) }
    return text
  }
}
