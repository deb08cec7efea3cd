import ComicDomain
import Essentials
import ItemDetail
import Messages
import Pictures
import Rendering
import StyleGuide
import Terminal
import TextLayout

/// The content that the lines of a comic are made from.
struct ComicContent: Equatable {
  var heading: ComicHeading
  var shown: ShownComic?
  /// The reason why the comic is not loaded, as a clause.
  var failure: String?
  var support: PictureSupport
}

extension DetailLayout {
  init(_ content: ComicContent, room: Size) {
    self.init(width: room.width)
    add(TextLayout.line(content.heading.title ?? "#\(content.heading.id)"), .heading)
    guard let shown = content.shown else {
      if content.heading.title != nil { add("#\(content.heading.id)", .quiet) }
      addSpace()
      add(content.failure?.sentence ?? "…", content.failure == nil ? .quiet : .failure)
      return
    }
    let comic = shown.comic
    add(["#\(comic.id)", comic.date?.description].compactMap(\.self).joined(separator: " · "), .quiet)
    addSpace()
    add(shown.picture, content.support, room: room)
    if !comic.alt.isEmpty {
      addSpace()
      add(comic.alt, Style(.italic), after: "Hover text: ")
    }
    if let transcript = comic.transcript { add(transcript) }
    if comic.link != nil || !comic.news.isEmpty { addSpace() }
    if let link = comic.link { add(link.absoluteString, after: "Link: ") }
    if !comic.news.isEmpty { add(comic.news, after: "News: ") }
  }

  private mutating func add(_ picture: DetailPicture?, _ support: PictureSupport, room: Size) {
    switch picture {
    case nil: add("This comic has no picture.", .quiet)
    case .awaited: add("Picture: loading…", .quiet)
    case .unknown(let clause): add("cannot load the picture: \(clause)".sentence, .failure)
    case .known(let picture):
      let name = "\(picture.format.rawValue), \(picture.size.width)×\(picture.size.height)"
      guard let pictureProtocol = support.pictureProtocol else {
        return add("\(name). i opens it in a viewer.", .quiet, after: "Picture: ")
      }
      guard pictureProtocol.canShow(picture.format) else {
        return add(
          "\(name). \(Messages.cannotShow(picture.format)); i opens it in a viewer.",
          .quiet, after: "Picture: ")
      }
      // Terminals that can show only whole pictures get one that fits; others can scroll through a higher one.
      let columns = max(1, room.width - (room.width > 4 ? 2 : 0))
      let rows = pictureProtocol.showsParts ? Picture.sideLimit : max(1, room.height)
      let cells = picture.size.cells(in: Size(width: columns, height: rows), cell: support.cell)
      add(PlacedPicture(picture, cells: cells, column: 0, row: 0))
    }
  }

  /// Adds a transcript: scenes in brackets, sounds between asterisks, notes in parentheses, and lines as they are.
  private mutating func add(_ transcript: Transcript) {
    addSpace()
    add("Transcript", .heading)
    if let other = transcript.foreignTitleText {
      add("It may be another comic's, whose hover text is “\(other)”.", .quiet)
    }
    for part in transcript.parts {
      switch part.kind {
      case .scene: add("[\(part.text)]", .quiet)
      case .line: add(part.text)
      case .sound: add("*\(part.text)*", Style(.bold))
      case .note: add("(\(part.text))", Style(.italic))
      }
    }
  }
}
