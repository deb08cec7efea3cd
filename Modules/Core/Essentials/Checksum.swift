/// A number made from bytes, by which damage is noticed: any single wrong byte makes another. It does not protect from
/// those who mean to deceive, and is the same in every run, as `Hasher` is not.
///
/// FNV-1a, 64 bits: http://www.isthe.com/chongo/tech/comp/fnv/.
public struct Checksum: Hashable, Sendable {
  /// The number of what was added so far.
  public private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  public init() {}

  /// Adds bytes, or the UTF-8 of a text.
  public mutating func add(_ bytes: some Sequence<UInt8>) {
    if bytes.withContiguousStorageIfAvailable({ add($0) }) == nil { for byte in bytes { add(byte) } }
  }

  /// Adds one part of several with its length, so that no end of one passes for the beginning of the next.
  public mutating func add(part: some Collection<UInt8>) {
    add(UInt64(part.count))
    add(part)
  }

  /// Adds the eight bytes of a number.
  public mutating func add(_ number: UInt64) {
    var rest = number
    for _ in 0..<8 {
      add(UInt8(truncatingIfNeeded: rest))
      rest >>= 8
    }
  }

  /// A million bytes are a millisecond; one by one through a sequence of any type they would be thirty.
  private mutating func add(_ bytes: UnsafeBufferPointer<UInt8>) { for byte in bytes { add(byte) } }

  private mutating func add(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x100_0000_01b3 }
}
