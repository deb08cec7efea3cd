public import Pictures
import Rendering
import StyleGuide
public import Terminal
import TextLayout

/// The rows above the line that names a picture in a text.
public enum PagePicture: Sendable {
  /// No rows.
  case none
  /// Empty rows until the picture comes.
  case awaited(rows: Int)
  /// The picture at a size in cells, on at least as many rows as were reserved for it.
  case shown(Picture, cells: Size, rows: Int)
  /// A line that says why the picture is not shown.
  case note(String)
}

extension PageLayout {
  /// Adds the rows of a picture, centred in the room beside a prefix.
  mutating func add(_ picture: PagePicture, _ prefix: Prefix) {
    let room = max(1, measure - prefix.width)
    switch picture {
    case .none: return
    case .awaited(let rows): addPictureRows(Array(repeating: Line(), count: rows))
    case .shown(let picture, let cells, let rows):
      let column = margin.width + prefix.width + max(0, (room - cells.width) / 2)
      add(PlacedPicture(picture, cells: cells, column: column, row: lines.count), rows: rows)
    case .note(let text):
      let note = Span(TextLayout.cut(TextLayout.line(text), to: room), .quiet)
      addPictureRows([Line([margin] + prefix.rest + [note])])
    }
  }
}
