public import Terminal

extension Color {
  /// What a colour says. Which one that is, is decided when it is drawn: no screen knows what is behind its text.
  public enum Role: CaseIterable, Hashable, Sendable {
    /// Something failed.
    case failure
    /// It may not be the latest.
    case stale
    /// It is the latest.
    case latest
    /// It was looked for.
    case match
    /// It leads elsewhere.
    case link
    /// It is to be read as it is: code.
    case literal
  }
}

extension Color.Role {
  /// One of the first 16 colours, chosen so that it can be read in the usual palettes; nil for the colour of all text.
  ///
  /// On white, yellow, green and cyan cannot be read, on black blue cannot. Where nobody knows what is behind the text only
  /// red and magenta are left, in their darker shade.
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
  /// The style as a terminal can show it.
  func shown(on capabilities: Capabilities) -> Self {
    var style = self
    if case .role(let role)? = foreground { style.foreground = role.color(on: capabilities.background) }
    if case .role(let role)? = background { style.background = role.color(on: capabilities.background) }
    return style.downgraded(to: capabilities.colors)
  }
}

extension Frame {
  /// Whether it looks the same on two terminals of which only colours differ.
  public func looksSame(on one: Capabilities, as other: Capabilities) -> Bool {
    if (one.background, one.colors) == (other.background, other.colors) { return true }
    return lines.allSatisfy { line in
      (line.spans.map(\.style) + [line.fill]).allSatisfy { $0.shown(on: one) == $0.shown(on: other) }
    }
  }
}
