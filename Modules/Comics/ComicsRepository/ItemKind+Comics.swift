public import FlagsStore

extension ItemKind {
  /// Comics, identified by their numbers.
  public static let comic = Self("comic")
}
