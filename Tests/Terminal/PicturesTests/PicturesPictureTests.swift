import Foundation
import Pictures
import Testing

struct PicturesPictureTests {
  func picture(_ bytes: [UInt8]) throws -> Picture { try Picture(Data(bytes)) }

  @Test(arguments: [
    (PictureFiles.png(740, 14_957), Picture.Format.png, 740, 14_957), (PictureFiles.gif(300, 7), .gif, 300, 7),
    (PictureFiles.gif(1, 65, version: "GIF87a"), .gif, 1, 65), (PictureFiles.jpeg(1024, 3), .jpeg, 1024, 3),
    (PictureFiles.png(1, 1, end: [1, 0, 0, 0, 1]), .png, 1, 1), (PictureFiles.png(32_767, 2048), .png, 32_767, 2048),
    (PictureFiles.png(8192, 8192), .png, 8192, 8192),
  ])
  func `format and size are read from the header`(
    bytes: [UInt8], format: Picture.Format, width: Int, height: Int
  ) throws {
    let picture = try picture(bytes)
    #expect(picture.format == format)
    #expect(picture.size == PixelSize(width: width, height: height))
    #expect(picture.bytes == Data(bytes))
  }

  @Test func `a picture can be read from a data slice`() throws {
    let data = Data([1, 2, 3] + PictureFiles.png(5, 6)).dropFirst(3)
    #expect(try Picture(data).size == PixelSize(width: 5, height: 6))
  }

  @Test(
    arguments: [
      0xC0, 0xC1, 0xC2, 0xC3, 0xC5, 0xC6, 0xC7, 0xC9, 0xCA, 0xCB, 0xCD, 0xCE, 0xCF,
    ] as [UInt8])
  func `the size is read from every kind of JPEG frame`(marker: UInt8) throws {
    #expect(try picture(PictureFiles.jpeg(9, 8, marker: marker)).size == PixelSize(width: 9, height: 8))
  }

  @Test(
    arguments: [
      PictureFiles.segment(0xE0, length: 16),
      PictureFiles.segment(0xE1, length: 65_535) + PictureFiles.segment(0xDB, length: 2),
      [0xFF, 0xFF],
      PictureFiles.segment(0xC4, length: 30), PictureFiles.segment(0xC8, length: 5),
      PictureFiles.segment(0xCC, length: 5),
      [0xFF, 0xD0, 0xFF, 0x01],
      PictureFiles.segment(0xFE, length: 3), [0xFF, 0xD7],
      PictureFiles.segments(999),
    ] as [[UInt8]])
  func `segments before a JPEG's frame are skipped`(before: [UInt8]) throws {
    #expect(try picture(PictureFiles.jpeg(9, 8, before: before)).size == PixelSize(width: 9, height: 8))
  }

  @Test(
    arguments: [
      [0xFF, 0xD9], [0xFF, 0xDA, 0, 2], [0xFF, 0xD8], [0xFF, 0x00], [0xFF, 0xE0, 0, 2, 0], [0xFF, 0xE0, 0, 1],
      [0xFF, 0xE0, 0, 0],
      [0xFF, 0xE0, 0xFF, 0xFF], PictureFiles.segments(1000),
      [UInt8](repeating: 0xFF, count: 1 << 20), Array(repeatElement([0xFF, 0x01], count: 2000).joined()),
    ] as [[UInt8]])
  func `a JPEG without a frame, or too many segments before it, is damaged`(before: [UInt8]) {
    #expect(throws: Picture.Error.damaged(.jpeg)) {
      try picture([0xFF, 0xD8, 0xFF] + before.dropFirst() + PictureFiles.jpeg(9, 8).dropFirst(2))
    }
  }

  @Test(arguments: [PictureFiles.png(3, 4), PictureFiles.gif(3, 4), PictureFiles.jpeg(3, 4)])
  func `a truncated header is damaged or of unknown format`(bytes: [UInt8]) throws {
    let whole = try picture(bytes)
    var needed = 0
    for length in 0..<bytes.count {
      do {
        #expect(try picture(Array(bytes.prefix(length))).size == whole.size)
      } catch {
        needed = length + 1
        let error = try #require(error as? Picture.Error)
        #expect(error == .unknownFormat || error == .damaged(whole.format))
      }
    }
    #expect(needed >= bytes.count - 4)
  }

  @Test(arguments: [
    (PictureFiles.png(0, 1), Picture.Format.png), (PictureFiles.png(1, 0), .png), (PictureFiles.png(.max, .max), .png),
    (PictureFiles.png(32_768, 1), .png), (PictureFiles.png(1, 32_768), .png), (PictureFiles.png(8193, 8192), .png),
    (PictureFiles.png(0x8000_0000, 1), .png), (PictureFiles.gif(0, 1), .gif), (PictureFiles.gif(1, 0), .gif),
    (PictureFiles.gif(65_535, 1), .gif),
    (PictureFiles.jpeg(0, 1), .jpeg), (PictureFiles.jpeg(1, 0), .jpeg), (PictureFiles.jpeg(65_535, 65_535), .jpeg),
    (PictureFiles.png(1, 1, end: [8, 6, 1, 0, 0]), .png), (PictureFiles.png(1, 1, end: [8, 6, 0, 1, 0]), .png),
    (PictureFiles.png(1, 1, end: [8, 6, 0, 0, 2]), .png),
  ])
  func `a header with impossible values is damaged`(bytes: [UInt8], format: Picture.Format) {
    #expect(throws: Picture.Error.damaged(format)) { try picture(bytes) }
  }

  @Test func `a PNG that does not begin with its header chunk is damaged`() {
    for index in 8..<16 {
      var bytes = PictureFiles.png(3, 4)
      bytes[index] ^= 1
      #expect(throws: Picture.Error.damaged(.png)) { try picture(bytes) }
    }
  }

  @Test func `a JPEG frame without components is damaged`() {
    var bytes = PictureFiles.jpeg(3, 4)
    bytes[5] = 10
    #expect(throws: Picture.Error.damaged(.jpeg)) { try picture(bytes) }
  }

  @Test(arguments: [
    "", "<html>", "GIF88a\u{1}\u{1}\u{1}\u{1}\u{0}\u{0}\u{0}", "RIFF\u{1}\u{1}\u{1}\u{1}WEBP", "\u{0}", "<svg/>",
  ])
  func `data without a known signature has an unknown format`(text: String) {
    #expect(throws: Picture.Error.unknownFormat) { try picture(Array(text.utf8)) }
  }

  @Test func `a picture has at most 16 MiB`() throws {
    let header = PictureFiles.png(3, 4)
    let largest = header + [UInt8](repeating: 0, count: 16 << 20 - header.count)
    #expect(try picture(Array(largest.prefix(16_777_216))).bytes.count == 16_777_216)
    #expect(throws: Picture.Error.tooLarge(limit: 16_777_216)) {
      try picture(header + [UInt8](repeating: 0, count: 16_777_216))
    }
    #expect(throws: Picture.Error.tooLarge(limit: 16_777_216)) { try Picture(Data(count: 16_777_217)) }
    #expect(throws: Picture.Error.unknownFormat) { try Picture(Data(count: 16_777_216)) }
  }

  @Test func `a picture's id is derived from its bytes and is stable`() throws {
    let bytes = PictureFiles.png(3, 4)
    let sut = try Picture(Data(bytes))
    #expect(sut.id == (try Picture(Data(bytes)).id))
    #expect(sut.id != 0)
    #expect(sut == (try Picture(Data(bytes))))
    let other = try Picture(Data(bytes + [1]))
    #expect(sut.id != other.id)
    #expect(sut != other)
  }
}
