public import Essentials

extension Messages {
  /// How long ago something was, in as few letters as a column takes: "now", "5m", "3h", "2d", "8w", "4y". Of a date in
  /// the future, nothing: "".
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
