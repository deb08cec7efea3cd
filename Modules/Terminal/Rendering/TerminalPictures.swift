public import Pictures

/// The picture protocol of a terminal and the pictures it stores. The data of a picture is sent once, as long as the
/// terminal stores it. The number and area of stored pictures are limited.
public struct TerminalPictures: Sendable {
  /// The protocol; nil if the terminal shows no pictures.
  public var pictureProtocol: PictureProtocol?
  /// The pictures sent and stored, least recently used first.
  private var transmitted: [TransmittedPicture] = []

  private struct TransmittedPicture: Equatable {
    var id: UInt32
    /// In pixels.
    var area: Int
    /// Whether the terminal may have dropped the picture.
    var isDoubtful = false
  }

  /// The maximum number stored: about as many as a reader goes back to.
  private static let most = 4

  public init(_ pictureProtocol: PictureProtocol? = nil) { self.pictureProtocol = pictureProtocol }

  /// The sequences that remove all stored pictures from the terminal's memory; empty if there are none.
  public var removal: String { transmitted.map { KittyGraphics.forget(id: $0.id) }.joined() }

  /// Marks all pictures as possibly dropped, because the screen was left or erased.
  mutating func doubt() {
    for index in transmitted.indices { transmitted[index].isDoubtful = true }
  }

  /// Returns the pictures that can be shown. A protocol without parts shows a picture whole and above the last row, or
  /// not at all.
  func shown(_ pictures: [PlacedPicture], height: Int) -> [PlacedPicture] {
    guard let pictureProtocol else { return [] }
    return pictures.filter { placed in
      pictureProtocol.canShow(placed.picture.format)
        && (pictureProtocol.showsParts || placed.isWhole && placed.frameRows.upperBound < height)
    }
  }

  /// Returns the sequences that send the pictures not stored yet, and that remove the least recently used ones above the
  /// limits.
  mutating func transmit(_ shown: [PlacedPicture]) -> String {
    guard pictureProtocol == .kitty, !shown.isEmpty || transmitted.contains(where: \.isDoubtful) else { return "" }
    var output = transmitted.filter(\.isDoubtful).map { KittyGraphics.forget(id: $0.id) }.joined()
    transmitted.removeAll(where: \.isDoubtful)
    for picture in shown.map(\.picture) {
      if let index = transmitted.firstIndex(where: { $0.id == picture.id }) {
        transmitted.append(transmitted.remove(at: index))
      } else {
        let area = picture.size.width * picture.size.height
        while let oldest = transmitted.first, isFull(with: area), !shown.contains(where: { $0.picture.id == oldest.id })
        {
          output += KittyGraphics.forget(id: oldest.id)
          transmitted.removeFirst()
        }
        output += KittyGraphics.transmit(picture, id: picture.id).joined()
        transmitted.append(TransmittedPicture(id: picture.id, area: area))
      }
    }
    return output
  }

  private func isFull(with area: Int) -> Bool {
    transmitted.count >= Self.most || transmitted.reduce(area) { $0 + $1.area } > Picture.areaLimit
  }

  /// Returns the sequences that show a picture at the cursor.
  func show(_ placed: PlacedPicture) -> String {
    switch pictureProtocol {
    case .kitty:
      let part = placed.picture.size.part(inRows: placed.rows, of: placed.cells)
      return part.map { KittyGraphics.place($0, id: placed.picture.id) } ?? ""
    case .iTerm: return ITermImages.show(placed.picture, cells: placed.cells)
    case nil: return ""
    }
  }

  /// Returns the sequences that remove pictures from the screen.
  func hide(_ pictures: [PlacedPicture]) -> String {
    pictureProtocol == .kitty ? pictures.map { KittyGraphics.hide(id: $0.picture.id) }.joined() : ""
  }
}
