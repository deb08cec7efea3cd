import TestSupport

extension TestClock {
  /// Waits until the timer for the selection runs, and lets it expire.
  func rest() async {
    await sleeping()
    advance(by: .milliseconds(150))
  }
}
