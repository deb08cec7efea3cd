import ComicDetailFeature
import ComicDomain
import Essentials
import FlagCommands
import FlagsStore
import Foundation
import ItemDetail
import Observed
import Pictures
import Rendering
import Screen
import StyleGuide
import Terminal
import TerminalTestSupport
import TestSupport
import Testing

/// Golden frames of every state of a comic at every size; `⋮3` stands for three empty lines.
struct ComicDetailFrameTests {
  static let golden = GoldenFrames()

  static let refused = "connection refused: http://localhost:8000"

  /// Returns a picture that consists of a header only.
  static func picture(_ format: Picture.Format = .png, width: UInt8 = 160, height: UInt8 = 80) -> DetailPicture? {
    let bytes: [UInt8] =
      switch format {
      case .png:
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
          + [0, 0, 0, width, 0, 0, 0, height, 8, 6, 0, 0, 0, 1, 2, 3, 4]
      case .gif: Array("GIF89a".utf8) + [width, 0, height, 0, 0xF7, 0, 0]
      case .jpeg: [0xFF, 0xD8, 0xFF, 0xC0, 0, 11, 8, 0, height, 0, width, 1, 1, 0x11, 0]
      }
    return (try? Picture(Data(bytes))).map(DetailPicture.known)
  }

  static func comic(_ change: (inout Comic) -> Void = { _ in }) -> Comic {
    var comic = Comic(
      id: Comic.ID(614), title: "Woodpecker", alt: "If you don't have an extension cord, I can get that too.",
      transcript: Transcript([
        .init(.scene, "A man with a beret stands\nby a tree."), .init(.line, "Man: It is a woodpecker!"),
        .init(.sound, "peck peck"),
        .init(.note, "below"), .init(.line, "Man: I got it a drill."),
      ]), picture: URL(string: "http://localhost:8000/p.png"), date: CalendarDate(year: 2009, month: 7, day: 24))
    change(&comic)
    return comic
  }

  static func shown(
    _ picture: DetailPicture? = Self.picture(), _ comic: Comic = comic(),
    _ change: (inout ComicDetailState) -> Void = { _ in }
  ) -> ComicDetailState {
    var state = ComicDetailState(ComicHeading(id: comic.id, title: comic.title))
    state.item = Loadable(ShownComic(comic: comic, picture: picture))
    state.freshness = .live(.distantPast)
    change(&state)
    return state
  }

  static func unknown(_ change: (inout ComicDetailState) -> Void = { _ in }) -> ComicDetailState {
    var state = ComicDetailState(ComicHeading(id: Comic.ID(614)))
    change(&state)
    return state
  }

  static let hostile = comic {
    $0.title = "t\u{1b}]0;x\u{7}\nu"
    $0.alt = "a\u{1b}_Ga=d\u{1b}\\\nb\u{9b}2J 紙の地図 👩🏽‍🚀 القمر"
    $0.transcript = Transcript(
      [
        .init(.scene, "s\u{1b}[2J"), .init(.sound, "\u{202e}z"), .init(.note, "n\r\n"),
        .init(.line, String(repeating: "dampfschifffahrts", count: 6)),
      ],
      foreignTitleText: "other\u{1b}[m")
    $0.link = URL(string: "http://host/%1b%5b2J?q=a%20b")
    $0.news = "n\u{1b}[31mews\nsecond line"
  }

  /// Returns the position of a row on a page that has three lines above a picture of 16 rows.
  static func row(_ row: Int) -> DetailPosition {
    (3..<19).contains(row)
      ? DetailPosition(paragraph: 3, pictureRows: 19 - row) : DetailPosition(paragraph: row < 3 ? row : row - 16)
  }

  static let kitty = PictureSupport([.kittyGraphics(isKnown: true)])
  static let iTerm = PictureSupport([.version("iTerm2 3.5.0")])

  static let states: [(name: String, state: ComicDetailState, support: PictureSupport)] = [
    ("only a number", unknown { _ = $0.item.begin() }, kitty),
    (
      "loading slowly",
      unknown {
        _ = $0.item.begin()
        $0.tick = 2
      }, kitty
    ),
    ("no such comic", unknown { $0.item = Loadable(failure: "there is no comic 614") }, kitty),
    ("picture awaited", shown(.awaited), kitty),
    ("picture", shown(), kitty),
    ("picture in iTerm2", shown(), iTerm),
    ("JPEG in kitty", shown(picture(.jpeg)), kitty),
    ("GIF in iTerm2", shown(picture(.gif)), iTerm),
    ("no pictures in this terminal", shown(), PictureSupport()),
    ("picture failed", shown(.unknown(refused)), kitty),
    ("no picture", shown(nil), kitty),
    (
      "bookmarked and kept",
      shown {
        $0.flags.bookmarkedAt = .distantPast
        $0.freshness = .cached(.distantPast - 86_400, because: refused)
      },
      kitty
    ),
    ("notice", shown { $0.notice = "The list ends here." }, kitty),
    ("typing a number", shown { $0.number = "12" }, kitty),
    ("scrolled", shown(picture(width: 160, height: 250)) { $0.top = row(5) }, kitty),
    ("nothing but a title", shown(nil, Comic(id: Comic.ID(1), title: "Hello")), kitty),
    ("hostile", shown(nil, hostile), kitty),
  ]

  @Test(
    arguments: states.indices,
    Size.golden)
  func `every state matches its golden frame at every size`(index: Int, size: Size) {
    let (name, state, support) = Self.states[index]
    let frame = self.frame(state, support, size)
    Self.golden.check(frame.text, "\(name) \(size.width)x\(size.height)")
    #expect(frame.lines.allSatisfy { $0.width <= size.width })
    for placed in frame.pictures {
      for row in placed.rows { #expect(frame.text[placed.row + row].isEmpty, "a picture covers no text") }
    }
  }

  private func frame(_ state: ComicDetailState, _ support: PictureSupport, _ size: Size = Size()) -> Frame {
    Screen.comicDetail(.stub(state), environment(Observed(support))).frame(size)
  }

  /// Returns the environment of a terminal, in which no time has passed since the comics were loaded.
  private func environment(_ pictures: Observed<PictureSupport>) -> ScreenEnvironment {
    var environment = ScreenEnvironment.stub(now: .distantPast)
    environment.pictures = pictures
    return environment
  }

  @Test func `a picture is centred in the cells for its pixels, at most the page's width`() throws {
    // 160 by 80 pixels are 20 by 5 cells of 8 by 16 pixels.
    let placed = try #require(frame(Self.shown(), Self.kitty).pictures.first)
    #expect(placed.cells == Size(width: 20, height: 5))
    #expect(placed.column == 30)
    #expect(placed.row == 4)
    let narrow = try #require(frame(Self.shown(), Self.kitty, Size(width: 12, height: 24)).pictures.first)
    #expect(narrow.cells == Size(width: 10, height: 3))
    #expect(narrow.column == 1)
    let large = PictureSupport([.kittyGraphics(isKnown: true), .cellSize(PixelSize(width: 16, height: 40))])
    #expect(frame(Self.shown(), large).pictures.first?.cells == Size(width: 10, height: 2))
  }

  @Test func `a picture scrolls with the text and is cut off outside the screen`() throws {
    let tall = Self.picture(width: 160, height: 250)
    for (top, rows) in [(0, 0..<16), (4, 1..<16), (10, 7..<16), (19, 16..<16)] {
      let placed = frame(Self.shown(tall) { $0.top = Self.row(top) }, Self.kitty, Size(width: 60, height: 12)).pictures
        .first
      #expect(placed?.cells.height ?? 16 == 16)
      let seen = rows.clamped(to: rows.lowerBound..<max(rows.lowerBound, top + 10 - 3))
      #expect(placed?.rows ?? 16..<16 == seen, "top \(top)")
    }
  }

  @Test func `a picture that can only be shown whole is scaled to fit above the status line`() throws {
    let tall = Self.picture(width: 160, height: 250)
    let placed = try #require(
      frame(Self.shown(tall) { $0.top = Self.row(3) }, Self.iTerm, Size(width: 60, height: 12)).pictures.first)
    #expect(placed.cells.height == 10)
    #expect(placed.rows == 0..<10)
    #expect(placed.row == 1)
  }

  @Test func `the picture appears when the terminal answers that it supports pictures`() {
    let support = Observed(PictureSupport())
    let sut = Screen.comicDetail(.stub(Self.shown()), environment(support))
    #expect(sut.frame(Size()).pictures == [])
    let told = CallRecorder<Void>()
    let stop = sut.changes.watch { told.record(()) }
    support.update { $0.take(.kittyGraphics(isKnown: true)) }
    stop()
    #expect(told.all.count == 1)
    #expect(sut.frame(Size()).pictures.count == 1)
  }

  @Test func `keys send the comic's commands`() {
    let sent = CallRecorder<ItemDetailAction<ComicDetailCommand>>()
    let sut = Screen.comicDetail(
      ViewModel(Observed(Self.shown())) {
        sent.record($0)
        return nil
      }, environment(Observed(Self.kitty)))
    for key: Key in ["b", "m", "z", "x", "i", "o", "e", "y", "#", ":"] {
      #expect(sut.react(.key(key), Size()) == .handled)
    }
    let commands: [ComicDetailCommand] = [
      .flag(.bookmark), .flag(.read), .flag(.undo), .random, .view, .browse, .explain, .copy,
    ]
    #expect(sent.all == commands.map { .command($0) } + [.beginNumber, .beginNumber])
  }
}
