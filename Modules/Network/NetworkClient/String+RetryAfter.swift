public import Essentials

extension String {
  /// Returns the seconds in a `Retry-After` (RFC 9110, 10.2.3), or nil if it is neither a number nor a date.
  /// - Parameter now: The date with which a date is compared.
  public func retryDelay(at now: Date) -> TimeInterval? {
    if !isEmpty, utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) { return Double(self) }
    return Date(httpDate: self).map { max($0.timeIntervalSince(now), 0) }
  }
}

extension Date {
  /// Creates a date from an HTTP date in any of the three forms that a recipient must accept (RFC 9110, 5.6.7).
  ///
  /// Does not use a formatter, because formatters load ICU, which takes milliseconds.
  fileprivate init?(httpDate text: String) {
    var words = text.split { " ,-".contains($0) }.dropFirst().map(String.init)
    // Sun Nov  6 08:49:37 1994 → 6 Nov 1994 08:49:37
    if words.count == 4, words[0].count == 3, words[0].allSatisfy({ $0.isLetter }) {
      words = [words[1], words[0], words[3], words[2]]
    } else if words.count == 5, words[4] == "GMT" {
      words.removeLast()
    }
    guard words.count == 4, let day = Int(words[0]), let month = Self.months.firstIndex(of: words[1]),
      var year = Int(words[2])
    else { return nil }
    if words[2].count == 2 { year += year < 70 ? 2000 : 1900 }
    guard let date = CalendarDate(year: year, month: month + 1, day: day) else { return nil }
    let time = words[3].split(separator: ":", omittingEmptySubsequences: false).map { Int($0) ?? -1 }
    guard time.count == 3, (0...23).contains(time[0]), (0...59).contains(time[1]), (0...60).contains(time[2]) else {
      return nil
    }
    self = date.start + Double(time[0] * 3_600 + time[1] * 60 + time[2])
  }

  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
}
