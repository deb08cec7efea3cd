public import Essentials

/// A picture as bytes from outside, of which no more is believed than its header says, within bounds. It is never
/// decoded here: terminals do that.
public struct Picture: Equatable, Sendable {
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
  }
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
