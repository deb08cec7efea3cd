public import Terminal

extension Color {
  /// The meaning of a colour. The colour itself is chosen when drawing, because screens do not know the background.
  public enum Role: CaseIterable, Hashable, Sendable {
    /// A failure.
    case failure
    /// Data that may not be the latest.
    case stale
    /// Data that is the latest.
    case latest
    /// Text that a search found.
    case match
    /// A link.
    case link
    /// Text to be read literally: code.
    case literal
  }
}

extension Color.Role {
  /// Returns one of the first 16 colours, which can be read in the usual palettes; nil for the terminal's own text
  /// colour.
  ///
  /// Yellow, green and cyan cannot be read on white, blue cannot be read on black. On an unknown background only the
  /// darker shades of red and magenta are used.
  public func color(on background: Capabilities.Background) -> Color? {
    switch (self, background) {
    case (.failure, .dark): .brightRed
    case (.failure, _): .red
    case (.stale, .dark), (.match, .dark): .yellow
    case (.stale, _): .magenta
    case (.latest, .dark): .green
    case (.match, .light), (.latest, .light), (.link, .light): .blue
    case (.link, .dark), (.literal, .dark): .cyan
    case (.literal, .light): .magenta
    case (.latest, .unknown), (.match, .unknown), (.link, .unknown), (.literal, .unknown): nil
    }
  }
}

extension Style {
  /// Returns the style with roles resolved and colours reduced to those that the terminal shows.
  func shown(on capabilities: Capabilities) -> Self {
    var style = self
    if case .role(let role)? = foreground { style.foreground = role.color(on: capabilities.background) }
    if case .role(let role)? = background { style.background = role.color(on: capabilities.background) }
    return style.downgraded(to: capabilities.colors)
  }
}

extension Frame {
  /// Whether the frame looks the same on two terminals that differ only in colours and background.
  public func looksSame(on one: Capabilities, as other: Capabilities) -> Bool {
    if (one.background, one.colors) == (other.background, other.colors) { return true }
    return lines.allSatisfy { line in
      (line.spans.map(\.style) + [line.fill]).allSatisfy { $0.shown(on: one) == $0.shown(on: other) }
    }
  }
}
