/// The numbers that tell an entry from others of its feed, and recognise it when its identifier has changed.
///
/// They are checksums, the same in every run.
public struct FeedSignature: Hashable, Sendable {
  /// The entry's key.
  public var key: UInt64
  /// Its link, whatever its scheme, `www.` and the last slash; nil without a link.
  public var link: UInt64?
  /// Its title and date; nil where one is missing.
  public var title: UInt64?

  public init(key: UInt64, link: UInt64? = nil, title: UInt64? = nil) {
    self.key = key
    self.link = link
    self.title = title
  }

  /// Returns a link without those parts that change while the page stays the same.
  public static func comparable(_ link: String) -> String {
    var text = link[...]
    for scheme in ["https://", "http://"] where text.hasPrefix(scheme) { text = text.dropFirst(scheme.count) }
    if text.hasPrefix("www.") { text = text.dropFirst(4) }
    if text.hasSuffix("/") { text = text.dropLast() }
    return String(text)
  }
}
