/// The key under which a list's store saves an item. It changes only when the stored list changes.
public struct RowKey: Hashable, Sendable, Comparable {
  /// The key's value. In a table, it grows along the list, with gaps.
  public var number: Int64

  public init(_ number: Int64) { self.number = number }

  /// The key of an item that is in no table: the same in every order, whatever other items come and go.
  public init(of id: some Hashable) { self.init(Int64(id.hashValue)) }

  /// Returns whether `left` is nearer to the beginning of the list.
  public static func < (left: Self, right: Self) -> Bool { left.number < right.number }
}

extension RowKey {
  /// Every page has 2³² row keys. Its own items begin at the middle; in front of them are the items that were pushed
  /// down from the page before.
  private static let pageBits: Int64 = 32
  private static let middle: Int64 = 1 << 31

  /// Creates the row key of the item at a position of a page, both from zero.
  public init(page: Int, position: Int) {
    self.init(Int64(page) << Self.pageBits + Self.middle + Int64(position))
  }

  /// Returns the row keys of a page.
  public static func rowKeys(ofPage page: Int) -> Range<RowKey> {
    // A page number that is damaged on the disk must not overflow.
    let page = Int64(max(Int(Int32.min), min(page, Int(Int32.max) - 1)))
    return RowKey(page << pageBits)..<RowKey((page + 1) << pageBits)
  }

  /// The number of pages of a part of the list.
  public static let pagesOfPart = 1 << partBits
  private static let partBits = 10
  /// The number of bits by which a row key is shifted to the number of its part.
  public static let bitsOfPart = Int(pageBits) + partBits

  /// Returns the pages of a part.
  public static func pages(ofPart part: Int) -> Range<Int> { part * pagesOfPart..<(part + 1) * pagesOfPart }

  /// The number of the part.
  public var part: Int { Int(number >> Int64(Self.bitsOfPart)) }

  /// The number of the page, from zero; negative for items that are saved but not listed.
  public var page: Int { Int(number >> Self.pageBits) }

  /// Whether the item was on the page before, and the server has not yet said that it is on this one.
  public var isPushedDown: Bool { number & (1 << Self.pageBits - 1) < Self.middle }
}
