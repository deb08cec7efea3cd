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
  /// - Parameter number: seconds since 1970, or milliseconds if seconds would be beyond the year 5000.
  fileprivate init?(sinceTheEpoch number: Double) {
    guard (1e8..<1e14).contains(number) else { return nil }
    self.init(timeIntervalSince1970: number < 1e11 ? number : number / 1000)
  }

  fileprivate init?(wire text: String) {
    let text = text.utf8.count <= 64 ? text.trimmed : ""
    if let number = Double(text) {
      self.init(sinceTheEpoch: number)
    } else {
      self.init(iso: text.utf8.first.map(isDigit) == true ? mailDate(text) ?? text : mailDate(text) ?? "")
    }
  }

  /// - Parameter text: a date in ISO 8601 with separators. Foundation's parser alone accepts too much, such as 30
  ///   February or any text behind the date.
  private init?(iso text: String) {
    var text = text.uppercased()
    guard text.utf8.allSatisfy({ isDigit($0) || "TZ:+-. ".utf8.contains($0) }) else { return nil }
    let day = String(text.prefix(10))
    guard let midnight = try? Self.day.parse(day), midnight.formatted(Self.day) == day else { return nil }
    if text.utf8.count == 10 {
      self = midnight
      return
    }
    var time = text.dropFirst(10)
    guard let separator = time.popFirst(), separator == "T" || separator == " " else { return nil }
    let zone = time.firstIndex { "Z+-".contains($0) } ?? time.endIndex
    var clock = String(time[..<zone]).trimmed
    let parts = clock.split(separator: ":", omittingEmptySubsequences: false)
    guard zip(parts, [24, 60, 61]).allSatisfy({ (Double($0) ?? .infinity) < $1 }) else {
      return nil
    }
    if parts.count == 2 { clock += ":00" }
    guard clock.utf8.allSatisfy({ isDigit($0) || ":.".utf8.contains($0) }), clock.utf8.count >= 8 else { return nil }
    text = day + "T" + clock + (zone == time.endIndex ? "Z" : time[zone...])
    guard let date = try? Self.moment.parse(text) else { return nil }
    self = date
  }

  private static let moment = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
  private static let day = Date.ISO8601FormatStyle().year().month().day()
}

/// Returns a date of RFC 822 or its successors in ISO 8601; nil if the text is not such a date.
private func mailDate(_ text: String) -> String? {
  var words = text.split { $0 == " " || $0 == "," }[...]
  if words.first?.first?.isLetter == true { words = words.dropFirst() }
  guard (4...5).contains(words.count), let month = months.firstIndex(of: words[words.startIndex + 1].lowercased())
  else { return nil }
  let (day, year, time) = (words[words.startIndex], words[words.startIndex + 2], words[words.startIndex + 3])
  guard let number = Int(year), let dayNumber = Int(day), (0...99).contains(dayNumber), number >= 0 else { return nil }
  // Two-digit years as in RFC 2822, section 4.3.
  let fullYear = year.utf8.count == 2 ? number + (number < 50 ? 2000 : 1900) : number
  let zone = words.count == 5 ? words[words.startIndex + 4].uppercased() : "Z"
  return "\(digits(fullYear, 4))-\(digits(month + 1, 2))-\(digits(dayNumber, 2))T\(time)\(zones[zone] ?? zone)"
}

private let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
private let zones = [
  "GMT": "Z", "UT": "Z", "UTC": "Z", "EST": "-0500", "EDT": "-0400", "CST": "-0600", "CDT": "-0500", "MST": "-0700",
  "MDT": "-0600", "PST": "-0800", "PDT": "-0700",
]

private func digits(_ number: Int, _ count: Int) -> String {
  let text = String(number)
  return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
}

private func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
