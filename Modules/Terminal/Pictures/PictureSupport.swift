/// The picture support of a terminal, as far as it has answered.
public struct PictureSupport: Hashable, Sendable {
  /// The protocol; nil if the terminal has none or has not answered yet.
  public private(set) var pictureProtocol: PictureProtocol?
  /// The size of a cell, in pixels.
  public private(set) var cell = PixelSize.usualCell
  /// Whether all answers have arrived. The device attributes are asked for last.
  public private(set) var isSettled = false

  public init() {}

  /// Creates the support that results from the answers, in their order.
  public init(_ answers: [TerminalAnswer]) {
    for answer in answers { take(answer) }
  }

  /// Takes another answer into account. The kitty protocol is preferred because it can show parts.
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

/// A protocol for showing pictures in a terminal.
public enum PictureProtocol: Hashable, Sendable {
  /// `KittyGraphics`: kitty, Ghostty, WezTerm, Konsole.
  case kitty
  /// `ITermImages`: iTerm2, WezTerm, mintty.
  case iTerm

  /// Whether pictures of a format can be shown. Their bytes are passed on unchanged.
  public func canShow(_ format: Picture.Format) -> Bool { self == .iTerm || format == .png }

  /// Whether a part of a picture can be shown, as needed when it scrolls out of view. Otherwise only a whole one can.
  public var showsParts: Bool { self == .kitty }
}
