import Essentials
public import Terminal

/// iTerm2's inline images (iterm2.com/documentation-images.html). A picture is shown where the cursor is, as if its cells
/// were text: what is written over it takes its place, so it needs no taking away. It cannot be cut: it is to be shown
/// where all of it has room above the last row, or the terminal scrolls.
public enum ITermImages {
  /// Shows a picture in some cells with its upper left corner at the cursor, which moves, except in terminals that know
  /// `doNotMoveCursor`.
  public static func show(_ picture: Picture, cells: Size) -> PictureOutput {
    let arguments = [
      "inline=1", "size=\(picture.bytes.count)", "width=\(cells.width)", "height=\(cells.height)",
      "preserveAspectRatio=1", "doNotMoveCursor=1",
    ]
    let base64 = picture.bytes.base64EncodedString()
    return .write(["\u{1B}]1337;File=\(arguments.joined(separator: ";")):\(base64)\u{07}"])
  }
}
