public import Essentials

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

  /// Creates the signature of an entry that has an identifier.
  public init(id: String, link: String?, title: String?, date: Date?) {
    var identity = FeedIdentity()
    identity.add(FeedIdentity.Parts(id: id, link: link, title: title, date: date))
    self = identity.kinds(isAtom: true).signatures[0]
  }

  /// Returns a link without those parts that change while the page stays the same.
  public static func comparable(_ link: String) -> Substring.UTF8View {
    var text = link.utf8[...]
    for scheme in ["https://", "http://"] where text.starts(with: scheme.utf8) {
      text = text.dropFirst(scheme.utf8.count)
    }
    if text.starts(with: "www.".utf8) { text = text.dropFirst(4) }
    return text.last == UInt8(ascii: "/") ? text.dropLast() : text
  }
}
