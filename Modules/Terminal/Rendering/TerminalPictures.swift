public import Pictures

/// What a terminal has of pictures: how it is told to show them, and which ones it keeps. A picture's data is sent once, as
/// long as the terminal keeps it; what it keeps is bounded.
public struct TerminalPictures: Sendable {
  /// How pictures are shown; nil where they are not.
  public var pictureProtocol: PictureProtocol?
  /// What the terminal was sent and keeps, the longest unused first.
  private var transmitted: [TransmittedPicture] = []

  private struct TransmittedPicture: Equatable {
    var id: UInt32
    /// In pixels.
    var area: Int
    /// Whether the terminal may no longer have it.
    var isDoubtful = false
  }

  /// As many as the reader turns back to.
  private static let most = 4

  public init(_ pictureProtocol: PictureProtocol? = nil) { self.pictureProtocol = pictureProtocol }

  /// What takes everything that was sent out of the terminal's memory; empty where there is nothing.
  public var removal: String { transmitted.map { KittyGraphics.forget(id: $0.id) }.joined() }

  /// The terminal may have forgotten what it was sent: it was left, or its screen was erased.
  mutating func doubt() {
    for index in transmitted.indices { transmitted[index].isDoubtful = true }
  }

  /// Only what can be shown: a terminal that does not show parts shows all of a picture above the last row, or nothing of it.
  func shown(_ pictures: [PlacedPicture], height: Int) -> [PlacedPicture] {
    guard let pictureProtocol else { return [] }
    return pictures.filter { placed in
      pictureProtocol.canShow(placed.picture.format)
        && (pictureProtocol.showsParts || placed.isWhole && placed.frameRows.upperBound < height)
    }
  }

  /// What makes the terminal keep all of these, and no more than it should.
  mutating func keep(_ shown: [PlacedPicture]) -> String {
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
        guard case .write(let sequences) = KittyGraphics.transmit(picture, id: picture.id) else { continue }
        output += sequences.joined()
        transmitted.append(TransmittedPicture(id: picture.id, area: area))
      }
    }
    return output
  }

  private func isFull(with area: Int) -> Bool {
    transmitted.count >= Self.most || transmitted.reduce(area) { $0 + $1.area } > Picture.areaLimit
  }

  /// What shows a picture where the cursor is.
  func show(_ placed: PlacedPicture) -> String {
    switch pictureProtocol {
    case .kitty:
      let part = placed.picture.size.part(inRows: placed.rows, of: placed.cells)
      return part.map { KittyGraphics.place($0, id: placed.picture.id) } ?? ""
    case .iTerm:
      guard case .write(let sequences) = ITermImages.show(placed.picture, cells: placed.cells) else { return "" }
      return sequences.joined()
    case nil: return ""
    }
  }

  /// What takes pictures from the screen.
  func hide(_ pictures: [PlacedPicture]) -> String {
    pictureProtocol == .kitty ? pictures.map { KittyGraphics.hide(id: $0.picture.id) }.joined() : ""
  }
}
