import Foundation

/// The headers of picture files.
enum PictureFiles {
  static func png(_ width: UInt32, _ height: UInt32, end: [UInt8] = [8, 6, 0, 0, 0]) -> [UInt8] {
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8) + bytes(width, 4)
      + bytes(height, 4)
      + end + [0xDE, 0xAD, 0xBE, 0xEF]
  }

  static func gif(_ width: UInt32, _ height: UInt32, version: String = "GIF89a") -> [UInt8] {
    Array(version.utf8) + bytes(width, 2).reversed() + bytes(height, 2).reversed() + [0xF7, 0, 0]
  }

  /// - Parameter before: The bytes between the start of the file and the frame.
  static func jpeg(_ width: UInt32, _ height: UInt32, marker: UInt8 = 0xC0, before: [UInt8] = []) -> [UInt8] {
    [0xFF, 0xD8] + before + [0xFF, marker, 0, 11, 8] + bytes(height, 2) + bytes(width, 2) + [1, 1, 0x11, 0]
  }

  /// Returns a segment of a JPEG that readers skip.
  static func segment(_ marker: UInt8, length: UInt32) -> [UInt8] {
    [0xFF, marker] + bytes(length, 2) + [UInt8](repeating: 0xFF, count: Int(length) - 2)
  }

  /// Returns that many segments.
  static func segments(_ count: Int) -> [UInt8] {
    (0..<count).reduce(into: []) { all, _ in all += segment(0xE2, length: 4) }
  }

  private static func bytes(_ number: UInt32, _ count: Int) -> [UInt8] {
    (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * UInt32($0))) }
  }
}
