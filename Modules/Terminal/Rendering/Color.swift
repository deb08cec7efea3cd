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

  /// Returns the nearest available colour; `nil` if there is none. The program names only colours of the palette that
  /// every terminal with colours has, so these stay. A role has to be resolved first.
  public func downgraded(to colors: Capabilities.Colors) -> Self? {
    switch (self, colors) {
    case (_, .none), (.role, _), (.rgb, .sixteen): nil
    case (.palette, _), (_, .trueColor): self
    case (.rgb(let red, let green, let blue), .twoHundredFiftySix):
      .palette(Self.nearest(to: (Int(red), Int(green), Int(blue))))
    }
  }
}

extension Color {
  private typealias Components = (red: Int, green: Int, blue: Int)

  /// Returns the value of a colour from 16 on, as in xterm's 256colres.pl.
  private static func components(of number: Int) -> Components {
    if number >= 232 {
      let grey = 8 + 10 * (number - 232)
      return (grey, grey, grey)
    }
    let steps = [0, 95, 135, 175, 215, 255]
    let cube = number - 16
    return (steps[cube / 36], steps[cube / 6 % 6], steps[cube % 6])
  }

  private static func nearest(to color: Components) -> UInt8 {
    func distance(_ number: Int) -> Int {
      let other = components(of: number)
      let red = color.red - other.red
      let green = color.green - other.green
      let blue = color.blue - other.blue
      return red * red + green * green + blue * blue
    }
    return UInt8((16..<256).min { distance($0) < distance($1) } ?? 16)
  }
}
