public import Terminal

/// A colour of text or of its background.
public enum Color: Hashable, Sendable {
  /// A number of the palette: 0 to 7 and their bright versions 8 to 15, which the user's theme defines; 16 to 255 are
  /// xterm's colour cube and greys.
  case palette(UInt8)
  /// An exact colour in sRGB.
  case rgb(red: UInt8, green: UInt8, blue: UInt8)
  /// A colour chosen by its meaning, so that it can be read on the background.
  case role(Role)

  /// The theme's red.
  public static let red = Self.palette(1)
  /// The theme's yellow.
  public static let yellow = Self.palette(3)
  /// The theme's blue.
  public static let blue = Self.palette(4)
  /// The theme's magenta.
  public static let magenta = Self.palette(5)
  /// The theme's cyan.
  public static let cyan = Self.palette(6)
  /// The theme's bright red.
  public static let brightRed = Self.palette(9)

  /// Returns the nearest available colour; `nil` if there are none. A role has to be resolved first.
  public func downgraded(to colors: Capabilities.Colors) -> Self? {
    switch (self, colors) {
    case (_, .none), (.role, _): nil
    case (.palette(..<16), _), (_, .trueColor), (.palette, .twoHundredFiftySix): self
    case (.palette(let number), .sixteen): .palette(Self.nearest(to: Self.components(of: number), among: 0..<16))
    case (.rgb(let red, let green, let blue), .twoHundredFiftySix):
      .palette(Self.nearest(to: (Int(red), Int(green), Int(blue)), among: 16..<256))
    case (.rgb(let red, let green, let blue), .sixteen):
      .palette(Self.nearest(to: (Int(red), Int(green), Int(blue)), among: 0..<16))
    }
  }
}

extension Color {
  private typealias Components = (red: Int, green: Int, blue: Int)

  /// xterm's default values: the first 16 from its resources; the others follow its 256colres.pl.
  private static let first: [Components] = [
    (0, 0, 0), (205, 0, 0), (0, 205, 0), (205, 205, 0), (0, 0, 238), (205, 0, 205), (0, 205, 205), (229, 229, 229),
    (127, 127, 127), (255, 0, 0), (0, 255, 0), (255, 255, 0), (92, 92, 255), (255, 0, 255), (0, 255, 255),
    (255, 255, 255),
  ]

  private static func components(of number: UInt8) -> Components {
    let number = Int(number)
    if number < 16 { return first[number] }
    if number >= 232 {
      let grey = 8 + 10 * (number - 232)
      return (grey, grey, grey)
    }
    let steps = [0, 95, 135, 175, 215, 255]
    let cube = number - 16
    return (steps[cube / 36], steps[cube / 6 % 6], steps[cube % 6])
  }

  private static func nearest(to color: Components, among numbers: Range<Int>) -> UInt8 {
    func distance(_ number: Int) -> Int {
      let other = components(of: UInt8(number))
      let (red, green, blue) = (color.red - other.red, color.green - other.green, color.blue - other.blue)
      return red * red + green * green + blue * blue
    }
    return UInt8(numbers.min { distance($0) < distance($1) } ?? 0)
  }
}
