public import Essentials

/// A date in one of the formats that servers send. Anything that is not a moment between the years 1 and 9999 does not
/// decode.
///
/// - ISO 8601 and RFC 3339: a day, or a day and a time, with or without seconds, fractions and a zone; separated by `T`
///   or a space. The default zone is UTC.
/// - RFC 822, as in RSS and mail: `Sun, 06 Nov 1994 08:49:37 GMT`.
/// - Seconds or milliseconds since 1970, as a number or as text, from 1973 on: a smaller number is a year or a count.
public struct WireDate: Decodable, Hashable, Sendable {
  /// The date.
  public let date: Date

  /// Decodes a number or a text.
  /// - Throws: `DecodingError` if the value is neither, or not a date.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let date =
      if let number = try? container.decode(Double.self) {
        Date(sinceTheEpoch: number)
      } else {
        Date(wire: try container.decode(String.self))
      }
    guard let date else { throw DecodingError.dataCorruptedError(in: container, debugDescription: "no date") }
    self.date = date
  }
}

extension Date {
  /// - Parameter number: Seconds since 1970, or milliseconds if seconds would be beyond the year 5000.
  fileprivate init?(sinceTheEpoch number: Double) {
    guard (1e8..<1e14).contains(number) else { return nil }
    self.init(timeIntervalSince1970: number < 1e11 ? number : number / 1000)
  }

  fileprivate init?(wire text: String) {
    if let date = DateText.exactDate(text) {
      self = date
    } else if text.utf8.count <= 64, let number = Double(text.trimmed) {
      self.init(sinceTheEpoch: number)
    } else {
      return nil
    }
  }
}
