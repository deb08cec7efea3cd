public import Pictures

/// A picture of an item, which is loaded after the item itself.
public enum DetailPicture: Equatable, Sendable {
  /// The picture is being loaded.
  case awaited
  /// The loaded picture.
  case known(Picture)
  /// The picture could not be loaded; the reason is a clause.
  case unknown(String)
}
