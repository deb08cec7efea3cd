import Essentials
import ItemDetail
import Messages
import Pictures
import RichText
import Terminal

/// The pictures in a text, as a terminal shows them.
struct PicturesInText {
  private let pictures: [String: DetailPicture]
  private let support: PictureSupport
  private let height: Int
  /// The addresses and numbers of the pictures so far. A terminal shows a picture in one place only; anywhere else,
  /// only its line is shown.
  private var addresses: Set<String> = []
  private var ids: Set<UInt32> = []

  /// - Parameter height: The number of rows of the window.
  init(_ pictures: [String: DetailPicture], _ support: PictureSupport, height: Int) {
    self.pictures = pictures
    self.support = support
    self.height = height
  }

  /// Returns the rows of a picture. It is scaled down to the columns, and to the height of the window without the line
  /// that names it. If the text gives a size, that many rows are reserved from the beginning.
  mutating func rows(of picture: RichText.Picture, columns: Int) -> TextPicture {
    guard let pictureProtocol = support.pictureProtocol, let loaded = pictures[picture.address],
      addresses.insert(picture.address).inserted
    else { return .none }
    let room = Size(width: columns, height: max(1, height - 1))
    let reserved = picture.size.flatMap(PixelSize.init).map { $0.cells(in: room, cell: support.cell) }
    switch loaded {
    case .awaited: return reserved.map { .awaited(rows: $0.height) } ?? .none
    case .unknown(let clause): return .note("Cannot load the picture: \(clause)")
    case .known(let loaded):
      guard pictureProtocol.canShow(loaded.format) else { return .note("\(Messages.cannotShow(loaded.format)).") }
      guard ids.insert(loaded.id).inserted else { return .none }
      let size = picture.size.flatMap(PixelSize.init).map(loaded.size.scaled) ?? loaded.size
      let cells = size.cells(in: reserved ?? room, cell: support.cell)
      return .shown(loaded, cells: cells, rows: reserved?.height ?? cells.height)
    }
  }
}

extension PixelSize {
  /// Creates the size that a text gives; nil if no picture can have it.
  fileprivate init?(_ size: RichText.Picture.Size) {
    let sides = 1...Picture.sideLimit
    guard sides.contains(size.width), sides.contains(size.height) else { return nil }
    self.init(width: size.width, height: size.height)
  }

  /// Returns this size scaled to the width of another one.
  fileprivate func scaled(to other: Self) -> Self {
    Self(width: other.width, height: max(1, height * other.width / width))
  }
}
