public import Essentials

extension Messages {
  /// Returns how long ago a date was, for a narrow column: "now", "5m", "3h", "2d", "8w", "4y". A date in the future
  /// gives "".
  public static func shortAge(of date: Date, now: Date) -> String {
    let seconds = now.timeIntervalSince(date)
    let units: [(name: String, seconds: Double)] = [
      ("y", 31_557_600), ("w", 604_800), ("d", 86_400), ("h", 3_600), ("m", 60),
    ]
    guard seconds >= 0 else { return "" }
    guard let unit = units.first(where: { seconds >= $0.seconds }) else { return "now" }
    return "\(Int(min(seconds / unit.seconds, 999)))\(unit.name)"
  }
}
