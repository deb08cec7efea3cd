/// The name of an element. A document has one object for each of its names.
public final class XMLName: Sendable {
  /// The number of the name in order of appearance, from 0. It can be the index into a table.
  public let number: Int
  /// The name without its prefix.
  public let local: String
  /// The prefix, as it is written in the document.
  public let prefix: String?
  /// The URI of the namespace; nil if there is none or the prefix is not declared.
  public let space: String?

  init(number: Int, local: String, prefix: String?, space: String?) {
    self.number = number
    self.local = local
    self.prefix = prefix
    self.space = space
  }
}

/// The attributes of an element, valid only as long as its event.
public struct XMLAttributes {
  /// Five pointers per attribute: local name, prefix, namespace, first byte and end of the value.
  let values: UnsafeMutablePointer<UnsafePointer<UInt8>?>?
  /// The number of attributes.
  public let count: Int

  /// Returns the value of an attribute without a namespace or else, as some feeds have it, in any.
  public subscript(_ name: String) -> String? { value(name) { $0 == nil } ?? value(name) { _ in true } }

  /// Returns the value of an attribute in XML's own namespace, such as `xml:base`.
  public subscript(xml name: String) -> String? {
    value(name) { $0.map { equal($0, "http://www.w3.org/XML/1998/namespace") } == true }
  }

  /// The names, with their prefixes, and the values, in the order of the document.
  public var all: [(name: String, value: String)] {
    (0..<count).compactMap { index in
      guard let local = field(0, of: index) else { return nil }
      let prefix = field(1, of: index).map { String(cString: $0) + ":" } ?? ""
      return (prefix + String(cString: local), text(of: index))
    }
  }

  func localName(_ index: Int) -> UnsafePointer<UInt8>? { field(0, of: index) }

  private func value(_ name: String, _ isSpace: (UnsafePointer<UInt8>?) -> Bool) -> String? {
    for index in 0..<count {
      guard let local = field(0, of: index), equal(local, name), isSpace(field(2, of: index)) else { continue }
      return text(of: index)
    }
    return nil
  }

  private func field(_ number: Int, of index: Int) -> UnsafePointer<UInt8>? { values?[5 * index + number] }

  private func text(of index: Int) -> String {
    guard let start = field(3, of: index), let end = field(4, of: index) else { return "" }
    let bytes = UnsafeBufferPointer(start: start, count: end - start)
    guard bytes.contains(UInt8(ascii: "&")) else { return String(decoding: bytes, as: UTF8.self) }
    // libxml2 leaves one character as a reference: the ampersand.
    let ampersand = Array("&#38;".utf8)
    var value = [UInt8]()
    var index = 0
    while index < bytes.count {
      value.append(bytes[index])
      index += bytes[index...].starts(with: ampersand) ? ampersand.count : 1
    }
    return String(decoding: value, as: UTF8.self)
  }
}

private func equal(_ bytes: UnsafePointer<UInt8>, _ text: String) -> Bool {
  var index = 0
  for byte in text.utf8 {
    guard bytes[index] == byte else { return false }
    index += 1
  }
  return bytes[index] == 0
}
