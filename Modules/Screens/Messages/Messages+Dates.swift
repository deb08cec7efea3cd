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
    let local = date + Double(secondsFromGMT(date))
    let then = CalendarDate(local)
    let today = CalendarDate(now + Double(secondsFromGMT(now)))
    return switch today.number - then.number {
    case 0: then.time(of: local)
    case 1: "yesterday"
    case 2...6: then.weekday
    default: then.year == today.year ? then.dayAndMonth : "\(then.dayAndMonth) \(then.year)"
    }
  }

  /// Returns the day of a date in GMT, the time zone of dates without a time: "5 Jan 2024".
  public static func day(of date: Date) -> String {
    let day = CalendarDate(date)
    return "\(day.dayAndMonth) \(day.year)"
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

extension CalendarDate {
  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

  /// The day and the month: "5 Jan".
  fileprivate var dayAndMonth: String { "\(day) \(Self.months[month - 1])" }

  fileprivate var weekday: String {
    ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"][number % 7]
  }

  /// Returns the time of a moment of the day: "09:05".
  fileprivate func time(of moment: Date) -> String {
    let minutes = Int(min(moment.timeIntervalSince(start), 86_399) / 60)
    func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(padded(minutes / 60)):\(padded(minutes % 60))"
  }
}
