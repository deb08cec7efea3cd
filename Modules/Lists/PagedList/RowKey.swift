/// Where an item is kept: the same until what is kept changes.
public struct RowKey: Hashable, Sendable, Comparable {
  /// Grows along the list, with gaps.
  public var number: Int64

  public init(_ number: Int64) { self.number = number }

  /// Whether `left` stands nearer to the beginning.
  public static func < (left: Self, right: Self) -> Bool { left.number < right.number }
}

extension RowKey {
  /// Every page has its own four thousand million places: its items begin in the middle, and in front of them stand
  /// those that came from the page before.
  private static let pageBits: Int64 = 32
  private static let middle: Int64 = 1 << 31

  /// The place of the item at a position of a page, both from zero.
  public init(page: Int, position: Int) {
    self.init(Int64(page) << Self.pageBits + Self.middle + Int64(position))
  }

  /// The places of a page.
  public static func rowKeys(ofPage page: Int) -> Range<RowKey> {
    // A number that was damaged on the disk must not be more than can be reckoned with.
    let page = Int64(max(Int(Int32.min), min(page, Int(Int32.max) - 1)))
    return RowKey(page << pageBits)..<RowKey((page + 1) << pageBits)
  }

  /// The number of the page, from zero; negative for what is kept but not listed.
  public var page: Int { Int(number >> Self.pageBits) }

  /// Whether the item was on the page before, and the server has not said yet that it is on this one now.
  public var isPushedDown: Bool { number & (1 << Self.pageBits - 1) < Self.middle }
}
