public import Essentials

extension String {
  /// Returns the seconds in a `Retry-After` (RFC 9110, 10.2.3), or nil if it is neither a number nor a date.
  /// - Parameter now: The date with which a date is compared.
  public func retryDelay(at now: Date) -> TimeInterval? {
    let text = trimmed
    if !text.isEmpty, text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) {
      return Double(text)
    }
    // An HTTP date has hours, minutes and seconds in each of its forms.
    guard text.utf8.count(where: { $0 == UInt8(ascii: ":") }) > 1 else { return nil }
    return DateText.date(in: text).map { max($0.timeIntervalSince(now), 0) }
  }
}
