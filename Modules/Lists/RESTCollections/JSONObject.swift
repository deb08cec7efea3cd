public import Essentials
import NetworkClient

/// A JSON object that preserves its values byte for byte, so that members unknown to this program, and numbers of any
/// length, are sent back as they came.
public struct JSONObject {
  private var members: [(name: String, value: Data)] = []

  /// - Throws: `NetworkClient.Error.undecodable` if the document is not a JSON object in UTF-8.
  public init(_ document: Data) throws {
    // Decoding checks that the document is well-formed, so the scanner only needs to find the ends of values.
    let decoded: [String: Anything] = try NetworkClient.Response(url: URL(filePath: "/"), body: document).decoded()
    var names: Set<String> = []
    document.withUnsafeBytes { bytes in
      var scanner = JSONScanner(bytes)
      guard scanner.skip("{") else { return }
      while let name = scanner.skipName() {
        let start = scanner.position
        guard scanner.skipElement() != nil else { return }
        let value = Data(bytes[start..<scanner.position]).trimmed(JSONScanner.isBlank)
        scanner.position += 1
        // The first of several members with the same name counts.
        if let name = try? JSONDecoder().decode(String.self, from: Data(bytes[name])), names.insert(name).inserted {
          members.append((name, value))
        }
      }
    }
    guard members.count == decoded.count else { throw NetworkClient.Error.undecodable("not a JSON object in UTF-8") }
  }

  /// The JSON of a member's value.
  public subscript(name: String) -> Data? {
    get { members.first { $0.name == name }?.value }
    set {
      let index = members.firstIndex { $0.name == name }
      guard let newValue else { return members.removeAll { $0.name == name } }
      if let index { members[index].value = newValue } else { members.append((name, newValue)) }
    }
  }

  /// The object as a JSON document.
  public var data: Data {
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
