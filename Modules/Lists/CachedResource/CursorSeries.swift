/// Cursors that differ in one number alone, by the same step from each to the next.
public struct CursorSeries: Hashable, Sendable {
  private let prefix: String
  private let suffix: String
  private let first: Int
  private let step: Int
  /// How many there are.
  public let count: Int

  /// - `prefix`: what stands before the number, and `suffix` what stands behind it.
  /// - `first`: the number of the first, `step` what is added for each that follows: less than zero where they shrink.
  /// - `last`: none has a number beyond.
  public init(prefix: String, first: Int, suffix: String, step: Int, last: Int) {
    (self.prefix, self.suffix, self.first, self.step) = (prefix, suffix, first, step)
    // A server may name any number.
    let last = max(0, min(last, 1 << 40))
    let isPossible = (0...1 << 40).contains(first) && (step > 0 ? last >= first : step < 0 && last <= first)
    count = isPossible ? (last - first) / step + 1 : 0
  }

  /// By how much the numbers of two that follow each other differ: where they count items, how many are on a page.
  public var stride: Int { abs(step) }

  /// The cursor at an index, from zero; nil behind the last.
  public func cursor(at index: Int) -> Cursor? {
    (0..<count).contains(index) ? Cursor("\(prefix)\(first + index * step)\(suffix)") : nil
  }
}
