import Essentials

extension Date {
  /// Creates a date from an HTTP date in any of the three forms that a recipient must accept (RFC 9110, 5.6.7).
  ///
  /// Does not use a formatter, because formatters load ICU, which takes milliseconds.
  init?(httpDate text: String) {
    var words = text.split { " ,-".contains($0) }.dropFirst().map(String.init)
    // Sun Nov  6 08:49:37 1994 → 6 Nov 1994 08:49:37
    if words.count == 4, words[0].count == 3, words[0].allSatisfy(\.isLetter) {
      words = [words[1], words[0], words[3], words[2]]
    } else if words.count == 5, words[4] == "GMT" {
      words.removeLast()
    }
    guard words.count == 4, let day = Int(words[0]), let month = Self.months.firstIndex(of: words[1]),
      var year = Int(words[2]), (0...9999).contains(year), (1...31).contains(day)
    else { return nil }
    if words[2].count == 2 { year += year < 70 ? 2000 : 1900 }
    let time = words[3].split(separator: ":", omittingEmptySubsequences: false).map { Int($0) ?? -1 }
    guard time.count == 3, (0...23).contains(time[0]), (0...59).contains(time[1]), (0...60).contains(time[2]) else {
      return nil
    }
    let seconds = ((Self.days(year, month + 1, day) * 24 + time[0]) * 60 + time[1]) * 60 + time[2]
    self.init(timeIntervalSince1970: Double(seconds))
  }

  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

  /// Returns the days since 1970-01-01 in the Gregorian calendar, counted in years that begin in March.
  private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let marchYear = month > 2 ? year : year - 1
    let marchMonth = (month + 9) % 12
    let leapDays = marchYear / 4 - marchYear / 100 + marchYear / 400
    return marchYear * 365 + leapDays + (153 * marchMonth + 2) / 5 + day - 1 - 719_468
  }
}
