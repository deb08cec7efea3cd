public import Essentials

extension Messages {
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
}
