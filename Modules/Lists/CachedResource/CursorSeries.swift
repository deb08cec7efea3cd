/// Cursors that differ in one number only, with a constant step.
public struct CursorSeries: Hashable, Sendable {
  private let prefix: String
  private let suffix: String
  private let first: Int
  private let step: Int
  /// The number of cursors.
  public let count: Int

  /// - Parameters:
  ///   - prefix: the text before the number.
  ///   - first: the number of the first cursor.
  ///   - suffix: the text behind the number.
  ///   - step: the difference from one number to the next; negative if they decrease.
  ///   - last: the limit of the numbers.
  public init(prefix: String, first: Int, suffix: String, step: Int, last: Int) {
    (self.prefix, self.suffix, self.first, self.step) = (prefix, suffix, first, step)
    // A server may name any number, so prevent overflows.
    let last = max(0, min(last, 1 << 40))
    let isPossible = (0...1 << 40).contains(first) && (step > 0 ? last >= first : step < 0 && last <= first)
    count = isPossible ? (last - first) / step + 1 : 0
  }

  /// The distance between consecutive numbers. If they count items, it is the number of items on a page.
  public var stride: Int { abs(step) }

  /// Returns the cursor at an index, from zero; nil behind the last.
  public func cursor(at index: Int) -> Cursor? {
    (0..<count).contains(index) ? Cursor("\(prefix)\(first + index * step)\(suffix)") : nil
  }
}
