public import Terminal

extension Color {
  /// The meaning of a colour. The colour itself is chosen when drawing, because screens do not know the background.
  public enum Role: CaseIterable, Hashable, Sendable {
    /// Headings, links, and keys.
    case accent
    /// The selection, and the title of the screen that has the keys, in the colour of `accent`. It is another role
    /// because it gives way when another screen has them.
    case focus
    /// Items that are unread or new, and text that a search found.
    case unread
    /// A failure.
    case trouble
    /// Text to be read literally, on a `shade`: the terminal's own text colour, or where there is no shade, that of
    /// `accent`.
    case literal
    /// A background that differs a little from the terminal's own.
    case shade
    /// The `shade` of what has the keys.
    case focusShade
  }
}

extension Color.Role {
  /// Returns a colour that can be read in the usual palettes; nil for the terminal's own.
  ///
  /// Text is in one of the first 16 colours, which the theme defines. Yellow, green and cyan cannot be read on white,
  /// blue cannot be read on black; in Solarized, most of the bright ones are greys, one of them that of the background.
  /// Only the darker red and magenta can be read on any background, so they are all that is used on an unknown one.
  public func color(on capabilities: Capabilities) -> Color? {
    switch (self, capabilities.background) {
    case (.shade, _), (.focusShade, _): capabilities.shade
    case (.literal, _): capabilities.shade == nil ? Self.accent.color(on: capabilities) : nil
    case (.trouble, .dark): .brightRed
    case (.trouble, _): .red
    case (_, .unknown): .magenta
    case (.accent, .dark), (.focus, .dark): .cyan
    case (.accent, .light), (.focus, .light): .blue
    case (.unread, .dark): .yellow
    case (.unread, .light): .magenta
    }
  }
}

extension Capabilities {
  /// The terminal's background, a little nearer to its text, on which that can be read as well. None of the first 16
  /// colours is that in every theme, so terminals that have no others have none.
  var shade: Color? {
    guard colors >= .twoHundredFiftySix, background != .unknown else { return nil }
    let isLight = background == .light
    let behind = backgroundColor ?? (isLight ? .white : .black)
    func shaded(_ share: UInt8) -> UInt8 { isLight ? share - UInt8(Int(share) * 6 / 100) : share + (255 - share) / 12 }
    return Color.rgb(red: shaded(behind.red), green: shaded(behind.green), blue: shaded(behind.blue))
      .downgraded(to: colors)
  }
}

extension Capabilities.ScreenColor {
  fileprivate static let black = Self(red: 0, green: 0, blue: 0)
  fileprivate static let white = Self(red: 255, green: 255, blue: 255)
}

/// The colours of one terminal, found once for a frame.
struct Palette {
  private let capabilities: Capabilities
  private let roles: [Color.Role: Color]

  init(_ capabilities: Capabilities) {
    self.capabilities = capabilities
    var roles: [Color.Role: Color] = [:]
    for role in Color.Role.allCases { roles[role] = role.color(on: capabilities) }
    self.roles = roles
  }

  /// Returns the style with roles resolved and colours reduced to those that the terminal shows.
  func shown(_ style: Style) -> Style {
    guard style.foreground != nil || style.background != nil else { return style }
    return Style(foreground: shown(style.foreground), background: shown(style.background), style.attributes)
  }

  private func shown(_ color: Color?) -> Color? {
    guard case .role(let role)? = color else { return color?.downgraded(to: capabilities.colors) }
    return roles[role]?.downgraded(to: capabilities.colors)
  }
}

extension Frame {
  /// Whether the frame looks the same on two terminals that differ only in colours and background.
  public func looksSame(on one: Capabilities, as other: Capabilities) -> Bool {
    if (one.background, one.backgroundColor, one.colors) == (other.background, other.backgroundColor, other.colors) {
      return true
    }
    let one = Palette(one)
    let other = Palette(other)
    return lines.allSatisfy { line in
      (line.spans.map(\.style) + [line.fill]).allSatisfy { one.shown($0) == other.shown($0) }
    }
  }
}
