/// The text with characters in place of their references (`&eacute;`, `&#233;`, `&#xE9;`), each decoded once. What is no
/// reference, or lacks its semicolon, stays.
func decoded(_ bytes: ArraySlice<UInt8>) -> String {
  var result: [UInt8] = []
  result.reserveCapacity(bytes.count)
  var rest = bytes
  while let ampersand = rest.firstIndex(of: UInt8(ascii: "&")) {
    result += rest[..<ampersand]
    rest = rest[(ampersand + 1)...]
    if let end = rest.prefix(longestReference).firstIndex(of: UInt8(ascii: ";")), let scalar = scalar(rest[..<end]) {
      result += Array(String(Character(scalar)).utf8)
      rest = rest[(end + 1)...]
    } else {
      result.append(UInt8(ascii: "&"))
    }
  }
  return String(decoding: result + rest, as: UTF8.self)
}

extension HTMLText {
  /// The character that a reference means, by what stands between its `&` and its `;`; nil where HTML has none of that name.
  public static func character(ofReference name: ArraySlice<UInt8>) -> Unicode.Scalar? { scalar(name) }
}

/// No name is longer, and no number needs to be.
private let longestReference = 32

private let scalarsByName: [String: Unicode.Scalar] = {
  let words = namedCharacters.split(whereSeparator: \.isWhitespace)
  return stride(from: 0, to: words.count - 1, by: 2).reduce(into: [:]) { table, index in
    table[String(words[index])] = UInt32(words[index + 1], radix: 16).flatMap(Unicode.Scalar.init)
  }
}()

private func scalar(_ name: ArraySlice<UInt8>) -> Unicode.Scalar? {
  let name = String(decoding: name, as: UTF8.self)
  guard name.hasPrefix("#") else { return scalarsByName[name] }
  let digits = name.dropFirst()
  let isHexadecimal = digits.first == "x" || digits.first == "X"
  let number = isHexadecimal ? digits.dropFirst() : digits
  guard !number.isEmpty, number.allSatisfy({ $0.isASCII && (isHexadecimal ? $0.isHexDigit : $0.isNumber) })
  else { return nil }
  return numbered(UInt32(number, radix: isHexadecimal ? 16 : 10) ?? .max)
}

/// HTML standard, 13.2.5.80: what there is no character for is U+FFFD, and C1 controls are meant in Windows-1252.
private func numbered(_ number: UInt32) -> Unicode.Scalar {
  if let byte = UInt8(exactly: number), byte >= 0x80 { return Mojibake.windows1252(byte) }
  guard number != 0, let scalar = Unicode.Scalar(number) else { return "\u{FFFD}" }
  return scalar
}
