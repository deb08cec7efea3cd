import Essentials
import NetworkClient

/// A JSON object that preserves its values byte for byte, so that members unknown to this program, and numbers of any
/// length, are sent back as they came.
struct JSONObject {
  private var members: [(name: String, value: Data)] = []

  /// - Throws: `NetworkClient.Error.undecodable` if the document is not a JSON object.
  init(_ document: Data) throws {
    // Decoding checks that the document is well-formed, so the scanner only needs to find the ends of values.
    _ = try NetworkClient.Response(url: URL(filePath: "/"), body: document).decoded([String: Anything].self)
    var scanner = Scanner(bytes: Array(document))
    scanner.skip { $0 != UInt8(ascii: "{") }
    scanner.position += 1
    var names: Set<String> = []
    while scanner.startsMember() {
      let name = try JSONDecoder().decode(String.self, from: scanner.value())
      scanner.skip { $0 != UInt8(ascii: ":") }
      scanner.position += 1
      scanner.skip(isBlank)
      let value = scanner.value()
      // The first of several members with the same name counts.
      if names.insert(name).inserted { members.append((name, value)) }
    }
  }

  /// The JSON of a member's value.
  subscript(name: String) -> Data? {
    get { members.first { $0.name == name }?.value }
    set {
      let index = members.firstIndex { $0.name == name }
      guard let newValue else { return members.removeAll { $0.name == name } }
      if let index { members[index].value = newValue } else { members.append((name, newValue)) }
    }
  }

  /// The object as a JSON document.
  var data: Data {
    get throws {
      var data = Data("{".utf8)
      for (index, member) in members.enumerated() {
        if index > 0 { data.append(UInt8(ascii: ",")) }
        data.append(try JSONEncoder().encode(member.name))
        data.append(UInt8(ascii: ":"))
        data.append(member.value)
      }
      data.append(UInt8(ascii: "}"))
      return data
    }
  }
}

private struct Scanner {
  let bytes: [UInt8]
  var position = 0

  var byte: UInt8? { position < bytes.count ? bytes[position] : nil }

  mutating func skip(_ isSkipped: (UInt8) -> Bool) {
    while let byte, isSkipped(byte) { position += 1 }
  }

  /// Moves to the name of the next member. Returns whether there is one.
  mutating func startsMember() -> Bool {
    skip { isBlank($0) || $0 == UInt8(ascii: ",") }
    return byte == UInt8(ascii: "\"")
  }

  /// Moves past the value at the current position, and returns it.
  mutating func value() -> Data {
    let start = position
    var depth = 0
    repeat {
      switch byte {
      case UInt8(ascii: "\""): skipString()
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        position += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        position += 1
      case _ where depth == 0: skip { !isBlank($0) && !",}]".utf8.contains($0) }
      default: position += 1
      }
    } while depth > 0 && position < bytes.count
    return Data(bytes[start..<min(position, bytes.count)])
  }

  private mutating func skipString() {
    position += 1
    while let byte, byte != UInt8(ascii: "\"") { position += byte == UInt8(ascii: "\\") ? 2 : 1 }
    position += 1
  }
}

private func isBlank(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }

/// A value that decodes from anything.
private struct Anything: Decodable {
  init(from decoder: any Decoder) {}
}
