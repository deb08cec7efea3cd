public import Essentials

extension Messages {
  /// Returns the time of a moment of today, else its day, in as few words as are unambiguous: "09:05", "yesterday",
  /// "Friday", "5 Jan", "5 Jan 2024".
  ///
  /// - Parameters:
  ///   - date: The date to describe.
  ///   - now: The current date.
  ///   - secondsFromGMT: Returns the offset of local time from GMT at a date, in seconds.
  public static func moment(of date: Date, now: Date, secondsFromGMT: (Date) -> Int) -> String {
    let then = Day(date, secondsFromGMT(date))
    let today = Day(now, secondsFromGMT(now))
    return switch today.number - then.number {
    case 0: then.time
    case 1: "yesterday"
    case 2...6: then.weekday
    default: then.year == today.year ? then.text : "\(then.text) \(then.year)"
    }
  }

  /// Returns the day of a date in GMT, the time zone of dates without a time: "5 Jan 2024".
  public static func day(of date: Date) -> String {
    let day = Day(date, 0)
    return "\(day.text) \(day.year)"
  }

  /// Returns how long ago a date was if that is less than 30 days, else its day.
  public static func dayOrAge(of date: Date, now: Date) -> String {
    (0..<30 * 86_400).contains(now.timeIntervalSince(date)) ? age(of: date, now: now) : day(of: date)
  }

  /// Returns how long ago a date was, in the largest unit that fits: "just now", "3 minutes ago".
  ///
  /// A date in the future, which a clock that was set back produces, is "just now".
  public static func age(of date: Date, now: Date) -> String {
    let seconds = now.timeIntervalSince(date)
    let units: [(name: String, seconds: Double)] = [
      ("year", 31_557_600), ("month", 2_629_800), ("day", 86_400), ("hour", 3_600), ("minute", 60),
    ]
    guard let unit = units.first(where: { seconds >= $0.seconds }) else { return "just now" }
    let count = Int(min(seconds / unit.seconds, 9_999))
    return "\(count) \(unit.name)\(count == 1 ? "" : "s") ago"
  }

  /// Returns how long ago a date was, for a narrow column: "now", "5m", "3h", "2d", "8w", "4y". A date up to an
  /// hour ahead, which a clock that is a little wrong gives, is "now", and a later one "".
  public static func shortAge(of date: Date, now: Date) -> String {
    let seconds = now.timeIntervalSince(date)
    let units: [(name: String, seconds: Double)] = [
      ("y", 31_557_600), ("w", 604_800), ("d", 86_400), ("h", 3_600), ("m", 60),
    ]
    guard seconds >= -3_600 else { return "" }
    guard let unit = units.first(where: { seconds >= $0.seconds }) else { return "now" }
    return "\(Int(min(seconds / unit.seconds, 999)))\(unit.name)"
  }
}

/// A moment in the Gregorian calendar.
private struct Day {
  /// The number of days since 1 January 1970.
  let number: Int
  let year: Int
  /// The day and the month: "5 Jan".
  let text: String
  /// The time of day: "09:05".
  let time: String

  init(_ date: Date, _ secondsFromGMT: Int) {
    // A server may send any number; this limits it to the year 9999, and as long before 1970.
    let limit = 253_402_300_799.0
    let since = date.timeIntervalSince1970
    let seconds = Int(max(-limit, min(since.isFinite ? since : 0, limit)).rounded(.down)) + secondsFromGMT
    let days = Self.floor(seconds, 86_400)
    number = days
    let minutes = (seconds - days * 86_400) / 60
    func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    time = "\(padded(minutes / 60)):\(padded(minutes % 60))"
    // Howard Hinnant's civil_from_days: years begin on 1 March, so that a leap day is the last; 146,097 days are 400
    // years.
    let shifted = days + 719_468
    let era = Self.floor(shifted, 146_097)
    let day = shifted - era * 146_097
    let years = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365
    let ofYear = day - (365 * years + years / 4 - years / 100)
    let month = (5 * ofYear + 2) / 153
    year = years + era * 400 + (month >= 10 ? 1 : 0)
    let months = ["Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec", "Jan", "Feb"]
    text = "\(ofYear - (153 * month + 2) / 5 + 1) \(months[month])"
  }

  var weekday: String {
    let names = ["Thursday", "Friday", "Saturday", "Sunday", "Monday", "Tuesday", "Wednesday"]
    return names[number - Self.floor(number, 7) * 7]
  }

  private static func floor(_ number: Int, _ divisor: Int) -> Int {
    (number >= 0 ? number : number - divisor + 1) / divisor
  }
}
