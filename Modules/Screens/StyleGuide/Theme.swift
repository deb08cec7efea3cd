// The theme, and the parts that screens share.

public import Rendering

/// The styles of the screens. They use the terminal's own colours, so that the user's theme applies (`Color.Role`).
/// Nothing is expressed by colour alone.
extension Style {
  /// The most important text: titles, the section.
  public static let strong = Self(.bold)
  /// Secondary text.
  public static let quiet = Self(.dim)
  /// The selected row.
  public static let selected = Self(.reverse)
  /// Text that matches a search.
  public static let match = Self(foreground: .role(.match), [.bold, .underline])
  /// A cached copy.
  public static let cached = Self(foreground: .role(.stale))
  /// The server's latest.
  public static let live = Self(foreground: .role(.latest))
  /// A failure.
  public static let failure = Self(foreground: .role(.failure), .bold)
}
