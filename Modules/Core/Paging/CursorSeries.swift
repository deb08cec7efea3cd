/// Cursors that differ in one number alone, which grows by the same step from each to the next.
public struct CursorSeries: Hashable, Sendable {
  private let prefix: String
  private let suffix: String
  private let first: Int
  private let step: Int
  /// How many there are.
  public let count: Int

  /// - Parameters:
  ///   - prefix: what stands before the number, and `suffix` what stands behind it.
  ///   - first: the number of the first, `step` what is added for each that follows: at least 1.
  ///   - last: none has a greater number.
  public init(prefix: String, first: Int, suffix: String, step: Int, last: Int) {
    (self.prefix, self.suffix, self.first, self.step) = (prefix, suffix, first, step)
    // A server may name any number.
    let last = min(last, 1 << 40)
    count = step > 0 && first >= 0 && last >= first ? (last - first) / step + 1 : 0
  }

  /// The cursor at an index, from zero; nil behind the last.
  public func cursor(at index: Int) -> Cursor? {
    (0..<count).contains(index) ? Cursor("\(prefix)\(first + index * step)\(suffix)") : nil
  }
}
