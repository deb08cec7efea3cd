// The theme, and the parts that screens share.

public import Rendering

/// How things look, in the terminal's own colours, so that the user's theme holds (`Color.Role`). Nothing is told by
/// colour alone.
extension Style {
  /// What is most important: titles, the section.
  public static let strong = Self(.bold)
  /// What may be overlooked.
  public static let quiet = Self(.dim)
  /// The selected row.
  public static let selected = Self(.reverse)
  /// What was looked for and found.
  public static let match = Self(foreground: .role(.match), [.bold, .underline])
  /// A kept copy.
  public static let cached = Self(foreground: .role(.stale))
  /// The latest.
  public static let live = Self(foreground: .role(.latest))
  /// A failure.
  public static let failure = Self(foreground: .role(.failure), .bold)
}
