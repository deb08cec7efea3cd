import Foundation
import Pictures
import Rendering
import Terminal
import TerminalTestSupport
import TestSupport
import Testing

struct RenderingPictureTests {
  private let size = Size(width: 20, height: 10)

  /// Returns a picture of `side` by 256 pixels, by default 16 by 16 cells of 8 by 16 pixels, with `count` bytes.
  private func picture(_ seed: UInt8 = 1, count: Int = 5_000, _ side: UInt8 = 128, _ format: Picture.Format = .png)
    throws
    -> Picture
  {
    let header: [UInt8] =
      format == .png
      ? [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
        + [0, 0, 0, side, 0, 0, 1, 0, 8, 6, 0, 0, 0]
      : Array("GIF89a".utf8) + [side, 0, 0, 1, 0, 0, 0]
    return try Picture(Data(header + (header.count..<count).map { UInt8(truncatingIfNeeded: $0 &* Int(seed)) }))
  }

  private func placed(_ picture: Picture, row: Int = 0, column: Int = 1, _ cells: Size = Size(width: 8, height: 5))
    -> PlacedPicture
  {
    PlacedPicture(picture, cells: cells, column: column, row: row)
  }

  private func frame(_ pictures: [PlacedPicture], _ lines: [Line] = [], size: Size? = nil) -> Frame {
    Frame(lines, size: size ?? self.size, pictures: pictures)
  }

  /// Returns the pictures that a terminal with the kitty protocol must show for a frame.
  private func expected(_ frame: Frame) -> [VirtualScreen.Shown] {
    frame.pictures.map { placed in
      VirtualScreen.Shown(
        id: Int(placed.picture.id), row: placed.row + placed.rows.lowerBound, column: placed.column,
        width: placed.cells.width, height: placed.rows.count,
        top: placed.rows.lowerBound * placed.picture.size.height / placed.cells.height)
    }.sorted { $0.id < $1.id }
  }

  /// Draws frames one after the other. A nil frame stands for a terminal that has lost everything.
  private func screen(_ frames: [Frame?], _ pictures: inout TerminalPictures) -> VirtualScreen {
    var screen = VirtualScreen(size: size)
    var shown: Frame?
    for frame in frames {
      if let frame {
        screen.write(frame.drawn(over: shown, on: Capabilities(synchronizedOutput: true), pictures: &pictures))
      }
      shown = frame
    }
    return screen
  }

  @Test func `a picture is sent once, and placed anew when it moves`() throws {
    let picture = try picture()
    var sut = TerminalPictures(.kitty)
    let frames = [
      frame([placed(picture, row: 2)]), frame([placed(picture, row: 1)]), frame([placed(picture, row: -2)]),
    ]
    for count in 1...3 {
      let screen = screen(Array(frames.prefix(count)), &sut)
      #expect(screen.complaints == [])
      #expect(screen.pictures == expected(frames[count - 1]))
      #expect(screen.sent == [Int(picture.id)])
      sut = TerminalPictures(.kitty)
    }
    #expect(frames[2].pictures[0].rows == 2..<5)
  }

  @Test func `an equal frame writes nothing, and a change of text does not redraw the picture`() throws {
    let picture = placed(try picture(), row: 2)
    var sut = TerminalPictures(.kitty)
    let old = frame([picture], ["a"])
    let new = frame([picture], ["b"])
    _ = old.drawn(over: nil, on: Capabilities(), pictures: &sut)
    #expect(old.drawn(over: old, on: Capabilities(), pictures: &sut) == "")
    #expect(!new.drawn(over: old, on: Capabilities(), pictures: &sut).contains("\u{1B}_G"))
  }

  @Test func `a frame without the picture removes it from the screen but not from the terminal's memory`() throws {
    let picture = try picture()
    var sut = TerminalPictures(.kitty)
    let result = screen([frame([placed(picture)]), frame([]), frame([placed(picture, row: 3)])], &sut)
    #expect(result.complaints == [])
    #expect(result.sent.count == 1)
    #expect(result.pictures.count == 1)
    #expect(screen([frame([placed(picture)]), frame([])], &sut).pictures == [])
  }

  @Test func `a picture is sent again after the terminal was left or resized`() throws {
    let picture = try picture()
    var sut = TerminalPictures(.kitty)
    let result = screen([frame([placed(picture)]), nil, frame([placed(picture)])], &sut)
    #expect(result.sent.count == 2)
    #expect(result.complaints == [])
    #expect(result.pictures.count == 1)
    let wide = frame([placed(picture)], size: Size(width: 30, height: 10))
    #expect(
      wide.drawn(over: frame([placed(picture)]), on: Capabilities(), pictures: &sut).contains("a=t"))
  }

  @Test func `the terminal's memory holds the last four pictures shown`() throws {
    var sut = TerminalPictures(.kitty)
    let pictures = try (1...6).map { try picture($0) }
    let order = [0, 1, 2, 3, 0, 4, 5].map { frame([placed(pictures[$0])]) }
    let result = screen(order, &sut)
    #expect(Set(result.cachedPictures.keys) == Set([3, 0, 4, 5].map { Int(pictures[$0].id) }))
    #expect(result.sent.count == 6)
    #expect(result.complaints == [])
    var screen = result
    screen.write(sut.removal)
    #expect(screen.cachedPictures.isEmpty)
    #expect(screen.pictures.isEmpty)
    #expect(sut.removal.utf8.count <= 256, "the crash handler writes at most 256 bytes")
  }

  @Test func `the terminal's memory holds no more pixels than one picture may have`() throws {
    var bytes = [UInt8](try picture().bytes)
    bytes.replaceSubrange(16..<24, with: [0, 0, 0x20, 0, 0, 0, 0x17, 0])  // 8192 by 5888.
    let large = try [1, 2].map { seed in try Picture(Data(bytes + [seed])) }
    var sut = TerminalPictures(.kitty)
    let result = screen(large.map { frame([placed($0)]) }, &sut)
    #expect(Array(result.cachedPictures.keys) == [Int(large[1].id)])
  }

  @Test func `no picture sequences are written without a protocol or without pictures`() throws {
    var sut = TerminalPictures()
    #expect(!frame([placed(try picture())]).drawn(over: nil, on: Capabilities(), pictures: &sut).contains("\u{1B}_"))
    #expect(!frame([placed(try picture())]).drawn(over: nil, on: Capabilities()).contains("\u{1B}_"))
    for some in [PictureProtocol.kitty, .iTerm] {
      var sut = TerminalPictures(some)
      let old = frame([], ["a", "b", "c", "d"])
      let new = frame([], ["b", "c", "d", "e"])
      for before in [nil, old] {
        let plain = new.drawn(over: before, on: Capabilities())
        #expect(new.drawn(over: before, on: Capabilities(), pictures: &sut) == plain)
      }
      #expect(sut.removal == "")
    }
  }

  @Test func `a format that kitty does not know is not shown`() throws {
    var sut = TerminalPictures(.kitty)
    let result = screen([frame([placed(try picture(1, 128, .gif))])], &sut)
    #expect(result.pictures == [])
    #expect(result.sent == [])
    #expect(result.complaints == [])
  }

  @Test func `a picture that does not fit into a frame is cut off by rows or left out`() throws {
    let picture = try picture()
    #expect(frame([placed(picture, row: 7)]).pictures[0].rows == 0..<3)
    #expect(frame([placed(picture, row: -4)]).pictures[0].rows == 4..<5)
    for row in [-5, -100, 10, 1_000] { #expect(frame([placed(picture, row: row)]).pictures == []) }
    #expect(frame([placed(picture, column: 12)]).pictures.count == 1)
    for column in [-1, 13] { #expect(frame([placed(picture, column: column)]).pictures == []) }
    #expect(frame([placed(picture, Size(width: 0, height: 0))]).pictures == [])
    let below = frame([placed(picture, row: 7)]).below("tabs", in: size)
    #expect(below.pictures[0].row == 8)
    #expect(below.pictures[0].rows == 0..<2)
    #expect(below.lines[0].text == "tabs")
    #expect(below.size == size)
  }

  @Test(arguments: [PictureProtocol.kitty, .iTerm])
  func `the difference of two frames makes the same screen as the second one alone`(
    pictureProtocol: PictureProtocol
  ) throws {
    var random = RandomFrames(generator: SeededGenerator(seed: 11))
    let pictures = try (1...3).map { try picture($0, count: 4_000) }
    func blank(_ frame: Frame, _ random: inout RandomFrames) -> Frame {
      guard Int.random(in: 0..<4, using: &random.generator) > 0,
        let some = pictures.randomElement(using: &random.generator)
      else { return frame }
      let placed = placed(some, row: .random(in: -3...10, using: &random.generator))
      var lines = frame.lines
      for row in lines.indices where (placed.row..<placed.row + 5).contains(row) { lines[row] = "" }
      return Frame(lines, size: frame.size, cursor: frame.cursor, pictures: [placed])
    }
    var memory = TerminalPictures(pictureProtocol)
    var screen = VirtualScreen(size: size)
    var old: Frame?
    for round in 0..<300 {
      let next = old.map { random.changed($0) } ?? random.frame(size)
      let new = blank(next, &random)
      screen.write(new.drawn(over: old, on: Capabilities(), pictures: &memory))
      var fresh = VirtualScreen(size: size)
      var other = TerminalPictures(pictureProtocol)
      fresh.write(new.drawn(over: nil, on: Capabilities(), pictures: &other))
      #expect(screen.complaints + fresh.complaints == [], "round \(round)")
      guard screen.cells == fresh.cells, screen.pictures == fresh.pictures else {
        Issue.record("round \(round): \(screen.text) \(screen.pictures) is not \(fresh.text) \(fresh.pictures)")
        return
      }
      if pictureProtocol == .kitty { #expect(screen.pictures == expected(new)) }
      old = Int.random(in: 0..<20, using: &random.generator) == 0 ? nil : new
    }
  }

  @Test func `iTerm2 shows a picture only where all of it has room above the last row`() throws {
    let picture = try picture()
    for (row, isShown) in [(0, true), (4, true), (5, false), (-1, false), (6, false)] {
      var sut = TerminalPictures(.iTerm)
      let screen = screen([frame([placed(picture, row: row)])], &sut)
      #expect(screen.text.contains { $0.contains("▓") } == isShown, "row \(row)")
      #expect(screen.complaints == [])
      #expect(sut.removal == "")
    }
  }
}
