extension Picture.Format {
  private static let pngSignature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// Whether the bytes start with the signature of this format.
  func begins(_ bytes: ArraySlice<UInt8>) -> Bool {
    switch self {
    case .png: bytes.starts(with: Self.pngSignature)
    case .jpeg: bytes.starts(with: [0xFF, 0xD8, 0xFF])
    case .gif: bytes.starts(with: "GIF87a".utf8) || bytes.starts(with: "GIF89a".utf8)
    }
  }

  /// Returns the size of the picture; nil if its header is incomplete or invalid.
  func size(in bytes: ArraySlice<UInt8>) -> PixelSize? {
    switch self {
    case .png: pngSize(bytes)
    case .jpeg: jpegSize(bytes)
    case .gif: gifSize(bytes)
    }
  }
}

/// Returns the size of a PNG. Source: PNG, 5.2 and 11.2.1: the signature, then a chunk IHDR of 13 bytes.
private func pngSize(_ bytes: ArraySlice<UInt8>) -> PixelSize? {
  let chunk = bytes.dropFirst(8)
  guard chunk.prefix(4).number == 13, chunk.dropFirst(4).starts(with: "IHDR".utf8), chunk.count >= 25 else {
    return nil
  }
  let content = chunk.dropFirst(8).prefix(13)
  // Compression and filter method must be 0, interlace method 0 or 1: the standard defines no others.
  guard content.suffix(3).dropLast().allSatisfy({ $0 == 0 }), content.suffix(1).number <= 1 else { return nil }
  return PixelSize(width: content.prefix(4).number, height: content.dropFirst(4).prefix(4).number)
}

/// Returns the size of a GIF. Source: GIF89a, 18: the logical screen, low byte first.
private func gifSize(_ bytes: ArraySlice<UInt8>) -> PixelSize? {
  let screen = bytes.dropFirst(6).prefix(7)
  guard screen.count == 7 else { return nil }
  return PixelSize(
    width: screen.prefix(2).reversed().number, height: screen.dropFirst(2).prefix(2).reversed().number)
}

/// Returns the size of a JPEG. Source: T.81, B.1 and B.2.2: segments, each with a marker and, but for a few, a length;
/// one of them begins the frame.
private func jpegSize(_ bytes: ArraySlice<UInt8>) -> PixelSize? {
  var rest = bytes.dropFirst(2)
  // No real picture has as many segments before its frame. The limit bounds the work on a hostile one.
  for _ in 0..<1_000 {
    guard rest.count >= 2, rest.first == 0xFF, let marker = rest.dropFirst().first else { return nil }
    switch marker {
    case 0xFF: rest = rest.dropFirst()  // A fill byte.
    case 0x01, 0xD0...0xD7: rest = rest.dropFirst(2)  // A marker without a segment.
    case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
      let frame = rest.dropFirst(2)
      guard frame.count >= 8, frame.prefix(2).number >= 11 else { return nil }
      return PixelSize(width: frame.dropFirst(5).prefix(2).number, height: frame.dropFirst(3).prefix(2).number)
    case 0x00, 0xD8, 0xD9, 0xDA: return nil  // The picture's data or its end come before its frame.
    default:
      let length = rest.dropFirst(2).prefix(2).number
      guard length >= 2, rest.count > length + 2 else { return nil }
      rest = rest.dropFirst(length + 2)
    }
  }
  return nil
}

extension Collection<UInt8> {
  /// The bytes as a number, high byte first.
  fileprivate var number: Int { reduce(0) { $0 << 8 | Int($1) } }
}
