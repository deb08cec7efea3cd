// The theme, and the parts that screens share.

public import Rendering

/// The styles of the screens: one colour for what is selected, has the keys or leads somewhere, one for what is unread,
/// new or found, one for trouble, and dim for what is secondary. They use the terminal's own colours, so that the user's
/// theme applies (`Color.Role`). Nothing is expressed by colour alone.
extension Style {
  /// The title of a screen that has the keys.
  public static let title = Self(foreground: .role(.focus), background: .role(.focusShade), .bold)
  /// The selected row, and the section that is shown.
  public static let selected = Self(foreground: .role(.focus), .reverse)
  /// The selected row of a list that does not have the keys.
  public static let selectedAside = Self(background: .role(.shade))
  /// The most important headings of a text.
  public static let heading = Self(foreground: .role(.accent), .bold)
  /// Important text.
  public static let strong = Self(.bold)
  /// Secondary text: dates, names of feeds, what a key does.
  public static let quiet = Self(.dim)
  /// A key, before what it does.
  public static let key = Self(foreground: .role(.accent))
  /// The text of a link.
  public static let link = Self(foreground: .role(.accent), .underline)
  /// The bar before a quotation.
  public static let bar = Self(foreground: .role(.accent), .dim)
  /// Code.
  public static let code = Self(foreground: .role(.literal), background: .role(.shade))
  /// The sign of an unread or new item.
  public static let unread = Self(foreground: .role(.unread))
  /// The number of unread items.
  public static let badge = Self(foreground: .role(.unread), background: .role(.shade))
  /// Text that matches a search.
  public static let match = Self(foreground: .role(.unread), [.bold, .underline])
  /// The match at which a search is.
  public static let currentMatch = Self(foreground: .role(.unread), [.bold, .reverse])
  /// A failure, and the sign of one.
  public static let failure = Self(foreground: .role(.trouble), .bold)
  /// The reason of a failure beside its sign.
  public static let reason = Self(foreground: .role(.trouble))
}

extension Style {
  /// Makes the style one of a screen without the keys: selections and titles stand out less.
  public mutating func removeFocus() {
    if attributes.remove(.reverse) != nil {
      foreground = nil
      background = Self.selectedAside.background
    } else if background == .role(.focusShade) {
      self = .quiet
    }
  }
}
