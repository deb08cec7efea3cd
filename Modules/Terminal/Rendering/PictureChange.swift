import Pictures
import Terminal

/// The changes to the pictures between two frames of the same size.
struct PictureChange {
  /// The sequences with the data of pictures that the terminal does not have yet.
  private(set) var data = ""
  /// The sequences that remove pictures no longer shown.
  private(set) var removal = ""
  /// All pictures of the new frame that can be shown.
  private(set) var shown: [PlacedPicture] = []
  /// The pictures to place again.
  private(set) var placed: [PlacedPicture] = []
  /// Whether pictures occupy cells like text, in the old or the new frame. Such lines must not be scrolled.
  private(set) var isInCells = false
  /// The rows to erase because a picture was there.
  private(set) var erased: [Int] = []

  /// - Parameter old: The frame on the screen; nil if it is not known, in which case the screen is erased.
  init(from old: Frame?, to new: Frame, on terminal: inout TerminalPictures) {
    if old == nil { terminal.doubt() }
    let before = terminal.shown(old?.pictures ?? [], height: new.size.height)
    shown = terminal.shown(new.pictures, height: new.size.height)
    data = terminal.transmit(shown)
    if before.isEmpty && shown.isEmpty { return }
    let after = Set(shown.map(\.picture.id))
    removal = terminal.hide(before.filter { !after.contains($0.picture.id) })
    isInCells = terminal.pictureProtocol == .iTerm
    if isInCells { erased = Set(before.filter { !shown.contains($0) }.flatMap(\.frameRows)).sorted() }
    placed = shown.filter { picture in
      !before.contains(picture) || picture.frameRows.contains { old?.lines[$0] != new.lines[$0] || erased.contains($0) }
    }
  }
}
