import Essentials
import Terminal

/// The parts of the kitty graphics protocol (sw.kovidgoyal.net/kitty/graphics-protocol) that the reader uses: a PNG is
/// sent once, then placed, moved and removed by its number. Each string is one whole escape sequence and contains only
/// numbers and base64.
///
/// The sequences tell the terminal not to answer (`q=2`), except `query`.
public enum KittyGraphics {
  /// The question whether the terminal knows the protocol. A terminal that does answers it before any later question.
  /// Follow it with a question that every terminal answers: `TerminalQuestion.deviceAttributes`.
  public static let query = sequence("i=\(queryID),s=1,v=1,a=q,t=d,f=24", "AAAA")

  /// The image number in `query` and in its answer.
  static let queryID: UInt32 = 31

  /// Returns the sequences that send a PNG without showing it.
  /// - Parameters:
  ///   - picture: The picture, which is a PNG.
  ///   - id: The number of the picture from now on; not 0. The terminal drops another picture of that number.
  public static func transmit(_ picture: Picture, id: UInt32) -> [String] {
    let bytes = picture.bytes
    // 3,072 bytes are 4,096 in base64, the maximum of one sequence.
    let starts = Array(stride(from: 0, to: bytes.count, by: 3_072))
    return starts.map { start in
      let chunk = bytes.dropFirst(start).prefix(3_072).base64EncodedString()
      let more = start + 3_072 < bytes.count ? 1 : 0
      return sequence(start == 0 ? "a=t,f=100,t=d,i=\(id),q=2,m=\(more)" : "q=2,m=\(more)", chunk)
    }
  }

  /// Returns the sequence that shows a part of a picture with its upper left corner at the cursor, which does not move.
  /// A picture shown before is moved.
  public static func place(_ part: PicturePart, id: UInt32) -> String {
    let source = "x=0,y=\(part.top),w=\(part.size.width),h=\(part.size.height)"
    return sequence("a=p,i=\(id),p=1,\(source),c=\(part.cells.width),r=\(part.cells.height),C=1,q=2")
  }

  /// Returns the sequence that removes a picture from the screen. The terminal still stores it for another `place`.
  public static func hide(id: UInt32) -> String { sequence("a=d,d=i,i=\(id),q=2") }

  /// Returns the sequence that removes a picture from the screen and from the terminal's memory.
  public static func forget(id: UInt32) -> String { sequence("a=d,d=I,i=\(id),q=2") }

  private static func sequence(_ keys: String, _ payload: String = "") -> String {
    "\u{1B}_G\(keys)\(payload.isEmpty ? "" : ";")\(payload)\u{1B}\\"
  }
}
