/// Returns a text with its character references (`&eacute;`, `&#233;`, `&#xE9;`) decoded, once. Unknown references stay.
func decoded(_ bytes: ArraySlice<UInt8>) -> String {
  var result: [UInt8] = []
  result.reserveCapacity(bytes.count)
  var rest = bytes
  while let ampersand = rest.firstIndex(of: UInt8(ascii: "&")) {
    result += rest[..<ampersand]
    rest = rest[(ampersand + 1)...]
    if let reference = HTMLText.reference(at: rest) ?? unterminated(at: rest) {
      result += reference.text.utf8
      rest = rest[reference.end...]
    } else {
      result.append(UInt8(ascii: "&"))
    }
  }
  return String(decoding: result + rest, as: UTF8.self)
}

/// Returns the text of a reference without a semicolon that begins some bytes, and the index after it. Like browsers in
/// attributes, and unlike them in texts, it takes a name only as a whole word, so that `?a=1&copy=2` stays an address. A
/// number ends with its digits.
private func unterminated(at bytes: ArraySlice<UInt8>) -> (text: String, end: Int)? {
  let start = bytes.prefix(longestReference)
  guard start.first != UInt8(ascii: "#") else {
    let isHexadecimal = start.dropFirst().first.map { $0 | 0x20 } == UInt8(ascii: "x")
    let digits = start.dropFirst(isHexadecimal ? 2 : 1).prefix { byte in
      Character(Unicode.Scalar(byte)).hexDigitValue.map { isHexadecimal || $0 < 10 } ?? false
    }
    let name = start[..<digits.endIndex]
    return name.count < longestReference ? referred(name).map { ($0, name.endIndex) } : nil
  }
  let name = start.prefix(while: \.isASCIILetterOrDigit)
  guard name.count < longestReference, bytes[name.endIndex...].first != UInt8(ascii: "="),
    shortNames.contains(String(decoding: name, as: UTF8.self))
  else { return nil }
  return referred(name).map { ($0, name.endIndex) }
}

private let shortNames = Set(namesWithoutSemicolon.split(whereSeparator: \.isWhitespace).map(String.init))

extension HTMLText {
  /// Returns the character or two that a reference stands for, by the name between its `&` and its `;`; nil if HTML has
  /// no such name.
  public static func text(ofReference name: ArraySlice<UInt8>) -> String? { referred(name) }

  /// Returns the text of the reference that begins some bytes, which follow its `&`, and the index after its `;`; nil
  /// if there is none. A surrogate pair, `&#55357;&#56832;`, is one reference: many programs write such pairs.
  public static func reference(at bytes: ArraySlice<UInt8>) -> (text: String, end: Int)? {
    guard let end = bytes.prefix(longestReference).firstIndex(of: UInt8(ascii: ";")) else { return nil }
    if let high = half(of: bytes[..<end]), UTF16.isLeadSurrogate(high), bytes[(end + 1)...].first == UInt8(ascii: "&") {
      let second = bytes[(end + 2)...]
      if let last = second.prefix(longestReference).firstIndex(of: UInt8(ascii: ";")),
        let low = half(of: second[..<last]), UTF16.isTrailSurrogate(low)
      {
        return (String(decoding: [high, low], as: UTF16.self), last + 1)
      }
    }
    return referred(bytes[..<end]).map { ($0, end + 1) }
  }

  private static func half(of name: ArraySlice<UInt8>) -> UInt16? {
    number(ofReference: name).flatMap { UInt16(exactly: $0) }
  }
}

/// The limit for the length of a reference in bytes. No name is longer.
private let longestReference = 32

/// The references of most titles. Reading all names takes some milliseconds.
private let commonTexts = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}"]

private let textsByName: [String: String] = {
  var table = [String: String](minimumCapacity: 2_200)
  var text = ""
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
  guard name.first == UInt8(ascii: "#") else {
    let name = String(decoding: name, as: UTF8.self)
    return commonTexts[name] ?? textsByName[name]
  }
  return number(ofReference: name).map { String(numbered($0)) }
}

/// Returns the number in the name of a reference, `#233` or `#xE9`; nil for another name.
private func number(ofReference name: ArraySlice<UInt8>) -> UInt32? {
  let digits = String(decoding: name.dropFirst(), as: UTF8.self)
  let isHexadecimal = digits.first == "x" || digits.first == "X"
  let number = isHexadecimal ? digits.dropFirst() : digits[...]
  guard name.first == UInt8(ascii: "#"), !number.isEmpty,
    number.allSatisfy({ $0.isASCII && (isHexadecimal ? $0.isHexDigit : $0.isNumber) })
  else { return nil }
  return UInt32(number, radix: isHexadecimal ? 16 : 10) ?? .max
}

/// Returns the character with a number: U+FFFD for invalid numbers, and a Windows-1252 character for C1 controls (HTML
/// standard, 13.2.5.80).
private func numbered(_ number: UInt32) -> Unicode.Scalar {
  if let byte = UInt8(exactly: number), byte >= 0x80 { return Mojibake.windows1252(byte) }
  guard number != 0, let scalar = Unicode.Scalar(number) else { return "\u{FFFD}" }
  return scalar
}
