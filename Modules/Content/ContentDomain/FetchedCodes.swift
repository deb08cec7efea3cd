// Response codes: the last one, and how many were fetched.

public import Essentials

/// The response codes fetched so far: their number, and the last one.
public struct FetchedCodes: Hashable, Sendable {
  /// The last code; nil if there is none, or if only the count is known.
  public var last: UUID?
  /// The number of codes.
  public var count: Int

  public init(last: UUID? = nil, count: Int = 0) {
    self.last = last
    self.count = count
  }
}

extension UUID {
  /// A sample code.
  public static let sampleCode = UUID(
    uuid: (0x5A, 0x7C, 0x4E, 0x10, 0x0F, 0xF1, 0x4E, 0x51, 0x8B, 0x0A, 0x0F, 0xF1, 0x1E, 0xF1, 0x25, 0x70))

  /// Creates a code from the text that a server sends: 36 characters in the groups of RFC 9562, in lowercase or
  /// uppercase. `UUID(uuidString:)` of Linux also accepts other texts.
  public init?(code text: String) {
    guard let uuid = UUID(uuidString: text), uuid.text == text.lowercased() else { return nil }
    self = uuid
  }

  /// The code in lowercase letters, as the server writes it.
  public var text: String { uuidString.lowercased() }
}
