import Essentials

/// An attribute of a tag: its name in lower case, and its value before references are decoded.
struct Attribute {
  var name: String
  var value: ArraySlice<UInt8>
}

extension [Attribute] {
  /// The decoded and trimmed value of the first attribute with a name; nil if there is none.
  subscript(name: String) -> String? { first { $0.name == name }.map { decoded($0.value).trimmed } }
}

/// Returns the attributes of a tag and the index of its end; nil for a tag that is not closed.
func attributes(in bytes: [UInt8], from start: Int) -> (attributes: [Attribute], end: Int)? {
  var found: [Attribute] = []
  var rest = bytes[start...]
  while true {
    rest = rest.drop { $0.isHTMLSpace || $0 == UInt8(ascii: "/") }
    guard let first = rest.first else { return nil }
    if first == UInt8(ascii: ">") { return (found, rest.startIndex + 1) }
    // The first character belongs to the name, even an equals sign.
    let name = rest.prefix(1) + rest.dropFirst().prefix { !$0.endsAttributeName }
    rest = rest.dropFirst(name.count)
    var value = rest.prefix(0)
    let behind = rest.drop { $0.isHTMLSpace }
    if behind.first == UInt8(ascii: "=") {
      rest = behind.dropFirst().drop { $0.isHTMLSpace }
      guard let taken = takeValue(&rest) else { return nil }
      value = taken
    }
    found.append(Attribute(name: String(decoding: name, as: UTF8.self).lowercased(), value: value))
  }
}

private func takeValue(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
  guard let quote = rest.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
    let value = rest.prefix { !$0.isHTMLSpace && $0 != UInt8(ascii: ">") }
    rest = rest.dropFirst(value.count)
    return value
  }
  let value = rest.dropFirst().prefix { $0 != quote }
  guard value.endIndex < rest.endIndex else { return nil }
  rest = rest[(value.endIndex + 1)...]
  return value
}

extension UInt8 {
  fileprivate var endsAttributeName: Bool {
    isHTMLSpace || self == UInt8(ascii: "=") || self == UInt8(ascii: "/") || self == UInt8(ascii: ">")
  }
}
