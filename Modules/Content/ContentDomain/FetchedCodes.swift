// Response codes: the last one, and how many were fetched.

public import Essentials

/// The response codes that were fetched: how many, and the last of them.
public struct FetchedCodes: Hashable, Sendable {
  /// The one that was fetched last; nil where none was, or where only the count is known.
  public var last: UUID?
  /// How many there were.
  public var count: Int

  public init(last: UUID? = nil, count: Int = 0) {
    self.last = last
    self.count = count
  }
}

extension UUID {
  /// A code to look at.
  public static let sampleCode = UUID(
    uuid: (0x5A, 0x7C, 0x4E, 0x10, 0x0F, 0xF1, 0x4E, 0x51, 0x8B, 0x0A, 0x0F, 0xF1, 0x1E, 0xF1, 0x25, 0x70))

  /// A code as servers write it: 36 characters in the groups of RFC 9562, in small letters or capitals, and nothing
  /// else; `UUID(uuidString:)` of Linux takes more for one than that.
  public init?(code text: String) {
    guard let uuid = UUID(uuidString: text), uuid.text == text.lowercased() else { return nil }
    self = uuid
  }

  /// As the server writes it: in small letters.
  public var text: String { uuidString.lowercased() }
}
