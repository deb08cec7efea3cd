/// Returns a byte in lower case if it is an ASCII letter, or else unchanged.
@inline(__always) func lowercased(_ byte: UInt8) -> UInt8 { isCapital(byte) ? byte | 0x20 : byte }

@inline(__always) func isCapital(_ byte: UInt8) -> Bool { byte &- 0x41 < 26 }

extension UnsafeBufferPointer<UInt8> {
  /// Returns eight bytes as a number, with the first byte lowest.
  @inline(__always)
  func eightBytes(at index: Int) -> UInt64 {
    UInt64(littleEndian: UnsafeRawBufferPointer(self).loadUnaligned(fromByteOffset: index, as: UInt64.self))
  }

  /// Returns the scalar whose UTF-8 begins at an index, and its length in bytes; nil for ASCII and for invalid UTF-8.
  @inline(__always)
  func scalar(at index: Int) -> (scalar: Unicode.Scalar, length: Int)? {
    let length = (~self[index]).leadingZeroBitCount
    guard 2...4 ~= length, index + length <= count else { return nil }
    var value = UInt32(self[index] & 0x7F >> UInt8(length))
    for next in index + 1..<index + length {
      guard self[next] & 0xC0 == 0x80 else { return nil }
      value = value << 6 | UInt32(self[next] & 0x3F)
    }
    // Overlong sequences are not valid.
    let least: UInt32 = length == 2 ? 0x80 : length == 3 ? 0x800 : 0x1_0000
    guard value >= least, let scalar = Unicode.Scalar(value) else { return nil }
    return (scalar, length)
  }
}

/// Operations on eight bytes at once.
extension UInt64 {
  private static func each(_ byte: Self) -> Self { byte &* 0x0101_0101_0101_0101 }

  @inline(__always) var isASCII: Bool { self & Self.each(0x80) == 0 }

  /// The bytes, with ASCII letters in lower case.
  @inline(__always) var lowercasedASCII: Self {
    // The highest bit of a byte shows whether it is at least `A`, and whether it is greater than `Z`.
    let fromA = self &+ Self.each(0x80 - 0x41)
    let behindZ = self &+ Self.each(0x80 - 0x5B)
    return self | ((fromA ^ behindZ) & Self.each(0x80)) >> 2
  }

  /// The highest bit of every byte that is zero.
  @inline(__always) var zeroBytes: Self {
    let low = Self.each(0x7F)
    return ~(((self & low) &+ low) | self | low)
  }
}
