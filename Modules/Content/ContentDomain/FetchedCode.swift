public import Foundation

/// A response code that was fetched.
public struct FetchedCode: Hashable, Sendable {
  /// What the server answered.
  public var code: UUID
  /// The how-manieth it was, counted from one.
  public var number: Int

  public init(code: UUID, number: Int) {
    self.code = code
    self.number = number
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
