// Picture formats, and the commands that show them in kitty and iTerm2.

public import Essentials

/// A picture from an untrusted source. Only its header is read, and its sizes are limited; terminals decode the rest.
public struct Picture: Identifiable, Sendable {
  /// A picture format, recognised by its first bytes and not by the type the server declares.
  public enum Format: String, Hashable, Sendable, CaseIterable {
    /// Portable Network Graphics (W3C PNG, third edition).
    case png = "PNG"
    /// JPEG (ITU-T T.81), of any process.
    case jpeg = "JPEG"
    /// Graphics Interchange Format, 87a and 89a; may be animated.
    case gif = "GIF"
  }

  /// The reason for which bytes are not a picture.
  public enum Error: Swift.Error, Hashable, Sendable {
    /// The file has more bytes than `byteLimit`.
    case tooLarge(limit: Int)
    /// The file has none of the formats.
    case unknownFormat
    /// The first bytes are those of a format, but the rest of the header is incomplete or invalid.
    case damaged(Format)
  }

  /// The maximum size of a file: 16 MiB.
  public static let byteLimit = 16 << 20
  /// The maximum width and height, in pixels. xkcd 1732 is 14,957 high.
  public static let sideLimit = 32_767
  /// The maximum number of pixels in all: a terminal needs four bytes for each.
  public static let areaLimit = 64 << 20

  /// A number derived from the bytes, which names the picture in the terminal. Never 0.
  public let id: UInt32
  /// The unchanged file.
  public let bytes: Data
  /// The format, by the first bytes.
  public let format: Format
  /// The size, by the header.
  public let size: PixelSize

  /// Reads the header of a file.
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
  /// Whether both have the same number, format, size and length. The bytes are not compared: every frame compares its
  /// pictures, and that would take too long.
  public static func == (left: Self, right: Self) -> Bool {
    (left.id, left.format, left.size, left.bytes.count) == (right.id, right.format, right.size, right.bytes.count)
  }

  /// Hashes the number alone.
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

/// A size in pixels.
public struct PixelSize: Hashable, Sendable {
  /// The number of pixels from left to right.
  public var width: Int
  /// The number of pixels from top to bottom.
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

extension Picture {
  /// A complete PNG of one pixel, for use without a server.
  public static let sample =
    Data(
      base64Encoded:
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==") ?? Data()
}
