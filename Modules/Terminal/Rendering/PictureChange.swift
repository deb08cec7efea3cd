import Pictures
import Terminal

/// What is to be done about pictures between two frames of the same size.
struct PictureChange {
  /// What the terminal has to be sent before it can show them.
  private(set) var data = ""
  /// What takes those away that are not shown any more.
  private(set) var removal = ""
  /// All that are shown then.
  private(set) var shown: [PlacedPicture] = []
  /// Those that are to be placed anew.
  private(set) var placed: [PlacedPicture] = []
  /// Whether pictures are part of the cells that they cover, before or then: they must not be scrolled.
  private(set) var isInCells = false
  /// The rows in which pictures are to be erased.
  private(set) var erased: [Int] = []

  /// - Parameter old: nil where nobody knows what is on the screen; it is erased then.
  init(from old: Frame?, to new: Frame, on terminal: inout TerminalPictures) {
    if old == nil { terminal.doubt() }
    let before = terminal.shown(old?.pictures ?? [], height: new.size.height)
    shown = terminal.shown(new.pictures, height: new.size.height)
    data = terminal.keep(shown)
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
