extension Date {
  /// Returns the start of the day in which the date lies.
  /// - Parameter secondsFromGMT: Returns the offset of local time from GMT at a date, in seconds.
  public func startOfDay(_ secondsFromGMT: (Date) -> Int) -> Date {
    let offset = Double(secondsFromGMT(self))
    return Date(timeIntervalSince1970: ((timeIntervalSince1970 + offset) / 86_400).rounded(.down) * 86_400 - offset)
  }
}
