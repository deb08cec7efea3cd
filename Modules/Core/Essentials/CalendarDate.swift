/// A day of the Gregorian calendar, without a time zone.
public struct CalendarDate: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The year, from 1 to 9999.
  public let year: Int
  /// The month, from 1 to 12.
  public let month: Int
  /// The day, from 1 to the last of the month.
  public let day: Int

  /// Creates a date; nil if there is no such day.
  public init?(year: Int, month: Int, day: Int) {
    guard (1...9999).contains(year), (1...12).contains(month),
      (1...Self.days(of: month, in: year)).contains(day)
    else { return nil }
    self.year = year
    self.month = month
    self.day = day
  }

  /// Creates a date from its description; nil for another text.
  public init?(_ text: String) {
    let parts = text.split(separator: "-").compactMap { Int($0) }
    guard parts.count == 3 else { return nil }
    self.init(year: parts[0], month: parts[1], day: parts[2])
  }

  /// Creates the day of a date in GMT; for a date before the year 1 or after 9999, the first or last day.
  public init(_ date: Date) {
    let number = Int(min(max(0, (date.timeIntervalSince1970 / 86_400).rounded(.down) + 719_162), 3_652_058))
    // Howard Hinnant's civil_from_days, the inverse of days_from_civil; 146,097 days are 400 years.
    let era = (number + 306) / 146_097
    let ofEra = (number + 306) % 146_097
    let years = (ofEra - ofEra / 1_460 + ofEra / 36_524 - ofEra / 146_096) / 365
    let ofYear = ofEra - (365 * years + years / 4 - years / 100)
    let months = (5 * ofYear + 2) / 153
    year = years + era * 400 + months / 10
    month = (months + 2) % 12 + 1
    day = ofYear - (153 * months + 2) / 5 + 1
  }

  /// Returns whether `left` is earlier.
  public static func < (left: Self, right: Self) -> Bool {
    (left.year, left.month, left.day) < (right.year, right.month, right.day)
  }

  /// The date in ISO 8601: `2009-07-24`.
  public var description: String {
    [(year, 4), (month, 2), (day, 2)]
      .map { number, width in String(String(repeating: "0", count: width) + String(number)).suffix(width) }
      .joined(separator: "-")
  }

  /// The number of the day, counted from zero on Monday, 1 January of the year 1.
  public var number: Int {
    // Howard Hinnant's days_from_civil: years begin on 1 March, so that a leap day is the last.
    let years = month > 2 ? year : year - 1
    let ofYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return years * 365 + years / 4 - years / 100 + years / 400 + ofYear - 306
  }

  /// The start of the day in GMT.
  public var start: Date { Date(timeIntervalSince1970: Double(number - 719_162) * 86_400) }

  /// Noon of the day in GMT, when it is the same day in nearly all time zones.
  public var noon: Date { start + 43_200 }

  private static func days(of month: Int, in year: Int) -> Int {
    switch month {
    case 4, 6, 9, 11: 30
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    default: 31
    }
  }
}

extension Date {
  /// The day in GMT, in ISO 8601: `2009-07-24`.
  public var isoDay: String { formatted(ISO8601FormatStyle().year().month().day()) }

  /// The number of the day in GMT, counted from 1 January 1970.
  public var dayNumber: Int { Int((timeIntervalSince1970 / 86_400).rounded(.down)) }
}
