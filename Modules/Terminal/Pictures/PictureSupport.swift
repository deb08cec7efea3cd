/// How a terminal shows pictures, as far as its answers have told.
public struct PictureSupport: Hashable, Sendable {
  /// Nil where it does not, or has not said so yet.
  public private(set) var pictureProtocol: PictureProtocol?
  /// How large its cells are.
  public private(set) var cell = PixelSize.usualCell
  /// Whether all has been said: the device attributes are asked for last.
  public private(set) var isSettled = false

  public init() {}

  /// What the answers, in their order, come to.
  public init(_ answers: [TerminalAnswer]) {
    for answer in answers { take(answer) }
  }

  /// Learns from one more answer. The kitty protocol is preferred: it can show parts.
  public mutating func take(_ answer: TerminalAnswer) {
    switch answer {
    case .kittyGraphics(let isKnown): if isKnown { pictureProtocol = .kitty }
    case .cellSize(let size): cell = size
    case .version(let version):
      let showsITermImages = ["iTerm2 ", "WezTerm ", "mintty "].contains { version.hasPrefix($0) }
      if showsITermImages && pictureProtocol == nil { pictureProtocol = .iTerm }
    case .background: break
    case .deviceAttributes: isSettled = true
    }
  }
}
