/// The text with characters in place of their references (`&eacute;`, `&#233;`, `&#xE9;`), each decoded once. What is no
/// reference, or lacks its semicolon, stays.
func decoded(_ bytes: ArraySlice<UInt8>) -> String {
  var result: [UInt8] = []
  result.reserveCapacity(bytes.count)
  var rest = bytes
  while let ampersand = rest.firstIndex(of: UInt8(ascii: "&")) {
    result += rest[..<ampersand]
    rest = rest[(ampersand + 1)...]
    if let end = rest.prefix(longestReference).firstIndex(of: UInt8(ascii: ";")), let text = referred(rest[..<end]) {
      result += text.utf8
      rest = rest[(end + 1)...]
    } else {
      result.append(UInt8(ascii: "&"))
    }
  }
  return String(decoding: result + rest, as: UTF8.self)
}

extension HTMLText {
  /// Returns the meaning of a reference, a character or two, by the name between its `&` and its `;`; nil where HTML has none of
  /// that name.
  public static func text(ofReference name: ArraySlice<UInt8>) -> String? { referred(name) }
}

/// No name is longer, and no number needs to be.
private let longestReference = 32

/// These are enough for most titles: reading all the names takes some milliseconds.
private let commonTexts = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}"]

private let textsByName: [String: String] = {
  var (table, text) = ([String: String](minimumCapacity: 2_200), "")
  for word in namedCharacters.utf8.split(whereSeparator: \.isHTMLSpace) {
    let parts = word.split(separator: UInt8(ascii: "="))
    if parts.count > 1 {
      let numbers = parts[0].split(separator: UInt8(ascii: "+")).map { UInt32(Substring($0), radix: 16) }
      text = String(String.UnicodeScalarView(numbers.compactMap { $0.flatMap(Unicode.Scalar.init) }))
    }
    table[String(Substring(parts[parts.count - 1]))] = text
  }
  return table
}()

private func referred(_ name: ArraySlice<UInt8>) -> String? {
  let name = String(decoding: name, as: UTF8.self)
  guard name.hasPrefix("#") else { return commonTexts[name] ?? textsByName[name] }
  let digits = name.dropFirst()
  let isHexadecimal = digits.first == "x" || digits.first == "X"
  let number = isHexadecimal ? digits.dropFirst() : digits
  guard !number.isEmpty, number.allSatisfy({ $0.isASCII && (isHexadecimal ? $0.isHexDigit : $0.isNumber) })
  else { return nil }
  return String(numbered(UInt32(number, radix: isHexadecimal ? 16 : 10) ?? .max))
}

/// HTML standard, 13.2.5.80: what there is no character for is U+FFFD, and C1 controls are meant in Windows-1252.
private func numbered(_ number: UInt32) -> Unicode.Scalar {
  if let byte = UInt8(exactly: number), byte >= 0x80 { return Mojibake.windows1252(byte) }
  guard number != 0, let scalar = Unicode.Scalar(number) else { return "\u{FFFD}" }
  return scalar
}
