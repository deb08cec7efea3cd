/// A byte of ASCII in lower case, or the byte itself.
@inline(__always) func lowercased(_ byte: UInt8) -> UInt8 { isCapital(byte) ? byte | 0x20 : byte }

@inline(__always) func isCapital(_ byte: UInt8) -> Bool { byte &- 0x41 < 26 }

extension UnsafeBufferPointer<UInt8> {
  /// Eight bytes as a number, the first of them the lowest.
  @inline(__always)
  func eightBytes(at index: Int) -> UInt64 {
    UInt64(littleEndian: UnsafeRawBufferPointer(self).loadUnaligned(fromByteOffset: index, as: UInt64.self))
  }

  /// The scalar whose UTF-8 begins at a place, and how many bytes that is; nil where none does that is not ASCII.
  @inline(__always)
  func scalar(at index: Int) -> (scalar: Unicode.Scalar, length: Int)? {
    let length = (~self[index]).leadingZeroBitCount
    guard 2...4 ~= length, index + length <= count else { return nil }
    var value = UInt32(self[index] & 0x7F >> UInt8(length))
    for place in index + 1..<index + length {
      guard self[place] & 0xC0 == 0x80 else { return nil }
      value = value << 6 | UInt32(self[place] & 0x3F)
    }
    // What could be shorter is no UTF-8.
    let least: UInt32 = length == 2 ? 0x80 : length == 3 ? 0x800 : 0x1_0000
    guard value >= least, let scalar = Unicode.Scalar(value) else { return nil }
    return (scalar, length)
  }
}

/// Eight bytes at once.
extension UInt64 {
  private static func each(_ byte: Self) -> Self { byte &* 0x0101_0101_0101_0101 }

  @inline(__always) var isASCII: Bool { self & Self.each(0x80) == 0 }

  /// What is ASCII in lower case.
  @inline(__always) var lowercasedASCII: Self {
    // The highest bit of a byte says that it is at least `A`, or more than `Z`.
    let (fromA, behindZ) = (self &+ Self.each(0x80 - 0x41), self &+ Self.each(0x80 - 0x5B))
    return self | ((fromA ^ behindZ) & Self.each(0x80)) >> 2
  }

  /// The highest bit of every byte that is zero.
  @inline(__always) var zeroBytes: Self {
    let low = Self.each(0x7F)
    return ~(((self & low) &+ low) | self | low)
  }
}
