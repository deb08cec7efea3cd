// Picture formats, and the commands that show them in kitty and iTerm2.

public import Essentials

/// A picture as bytes from outside, of which no more is believed than its header says, within bounds. It is never
/// decoded here: terminals do that.
public struct Picture: Identifiable, Sendable {
  /// The formats that are recognised, whatever their server calls them.
  public enum Format: String, Hashable, Sendable, CaseIterable {
    /// Portable Network Graphics (W3C PNG, third edition).
    case png = "PNG"
    /// JPEG (ITU-T T.81), of any process.
    case jpeg = "JPEG"
    /// Graphics Interchange Format, 87a and 89a; it may move.
    case gif = "GIF"
  }

  /// Why bytes are no picture.
  public enum Error: Swift.Error, Hashable, Sendable {
    /// More bytes than `byteLimit`.
    case tooLarge(limit: Int)
    /// None of the formats.
    case unknownFormat
    /// One of the formats by its first bytes; but the rest of the header is cut off, or says what cannot be.
    case damaged(Format)
  }

  /// The most bytes a picture may have: 16 MiB.
  public static let byteLimit = 16 << 20
  /// The most pixels a picture may have in one direction. xkcd 1732 is 14,957 high.
  public static let sideLimit = 32_767
  /// The most pixels a picture may have in all: a terminal takes four bytes for each.
  public static let areaLimit = 64 << 20

  /// Its number, made from its bytes: what a terminal calls it. Never 0.
  public let id: UInt32
  /// The file, as it came.
  public let bytes: Data
  /// What the first bytes say that it is.
  public let format: Format
  /// How large it is, as its header says.
  public let size: PixelSize

  /// - Throws: `Error`.
  public init(_ bytes: Data) throws(Error) {
    guard bytes.count <= Self.byteLimit else { throw .tooLarge(limit: Self.byteLimit) }
    let header = [UInt8](bytes)[...]
    guard let format = Format.allCases.first(where: { $0.begins(header) }) else { throw .unknownFormat }
    guard let size = format.size(in: header), size.isBelievable else { throw .damaged(format) }
    self.bytes = bytes
    self.format = format
    self.size = size
    var checksum = Checksum()
    checksum.add(bytes)
    id = max(1, UInt32(truncatingIfNeeded: checksum.value ^ checksum.value >> 32))
  }
}

extension Picture: Hashable {
  /// Whether both have the same number, format and size: the bytes are not compared, which would take long for what every
  /// frame compares.
  public static func == (left: Self, right: Self) -> Bool {
    (left.id, left.format, left.size, left.bytes.count) == (right.id, right.format, right.size, right.bytes.count)
  }

  /// By its number.
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

/// A number of pixels in both directions.
public struct PixelSize: Hashable, Sendable {
  /// From left to right.
  public var width: Int
  /// From top to bottom.
  public var height: Int

  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  fileprivate var isBelievable: Bool {
    let sides = 1...Picture.sideLimit
    return sides.contains(width) && sides.contains(height) && width * height <= Picture.areaLimit
  }
}
