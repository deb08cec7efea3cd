import Essentials
import Terminal

/// The kitty graphics protocol (sw.kovidgoyal.net/kitty/graphics-protocol), as far as it is needed: a PNG is sent once, and
/// then placed, moved and taken away by its number. Each text is a whole escape sequence, and holds numbers and base64 only.
///
/// The terminal is told not to answer (`q=2`), except to `query`.
public enum KittyGraphics {
  /// Asks whether the terminal knows the protocol. One that does answers before it answers anything that is asked after
  /// this, so a question that every terminal answers is to follow: `TerminalQuestion.deviceAttributes`.
  public static let query = sequence("i=\(queryID),s=1,v=1,a=q,t=d,f=24", "AAAA")

  /// The number that the answer to `query` bears.
  static let queryID: UInt32 = 31

  /// Sends a picture without showing it.
  /// - `id`: what it is called from now on; not 0. A picture of the same number is forgotten.
  public static func transmit(_ picture: Picture, id: UInt32) -> PictureOutput {
    guard PictureProtocol.kitty.canShow(picture.format) else { return .unknownFormat(picture.format) }
    let bytes = picture.bytes
    // 3,072 bytes are 4,096 in base64, the most that a sequence may hold.
    let starts = Array(stride(from: 0, to: bytes.count, by: 3_072))
    return .write(
      starts.map { start in
        let chunk = bytes.dropFirst(start).prefix(3_072).base64EncodedString()
        let more = start + 3_072 < bytes.count ? 1 : 0
        return sequence(start == 0 ? "a=t,f=100,t=d,i=\(id),q=2,m=\(more)" : "q=2,m=\(more)", chunk)
      })
  }

  /// Shows a part of a picture with its upper left corner at the cursor, which stays there. Where the picture was shown
  /// before, it is no longer.
  public static func place(_ part: PicturePart, id: UInt32) -> String {
    let source = "x=0,y=\(part.top),w=\(part.size.width),h=\(part.size.height)"
    return sequence("a=p,i=\(id),p=1,\(source),c=\(part.cells.width),r=\(part.cells.height),C=1,q=2")
  }

  /// Takes a picture from the screen; the terminal keeps it for another `place`.
  public static func hide(id: UInt32) -> String { sequence("a=d,d=i,i=\(id),q=2") }

  /// Takes a picture from the screen and out of the terminal's memory.
  public static func forget(id: UInt32) -> String { sequence("a=d,d=I,i=\(id),q=2") }

  private static func sequence(_ keys: String, _ payload: String = "") -> String {
    "\u{1B}_G\(keys)\(payload.isEmpty ? "" : ";")\(payload)\u{1B}\\"
  }
}
