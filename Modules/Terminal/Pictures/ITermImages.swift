import Essentials
public import Terminal

/// iTerm2's inline images (iterm2.com/documentation-images.html). A picture appears at the cursor and occupies cells
/// like text: text written over it replaces it, so it needs no removal. It cannot be cut. Show it only where all of it
/// fits above the last row, or the terminal scrolls.
public enum ITermImages {
  /// Returns the sequence that shows a picture with its upper left corner at the cursor. The cursor moves, except in
  /// terminals that know `doNotMoveCursor`.
  public static func show(_ picture: Picture, cells: Size) -> String {
    let arguments = [
      "inline=1", "size=\(picture.bytes.count)", "width=\(cells.width)", "height=\(cells.height)",
      "preserveAspectRatio=1", "doNotMoveCursor=1",
    ]
    let base64 = picture.bytes.base64EncodedString()
    return "\u{1B}]1337;File=\(arguments.joined(separator: ";")):\(base64)\u{07}"
  }
}
