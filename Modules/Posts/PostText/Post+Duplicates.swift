import Essentials
public import PostDomain
import RichText
import TextSearch

/// The rule by which posts of different feeds are the same.
extension Post {
  /// A number that posts with the same link and title share. Its upper half is that of the link, and its lowest byte is
  /// zero. Nil for a post that lacks one of them.
  public var textKey: UInt64? {
    guard let link = comparableLink else { return nil }
    let words = titleWords
    if words.isEmpty { return nil }
    var checksum = Checksum()
    checksum.add(link)
    let upper = checksum.value
    for word in words { checksum.add(part: word) }
    return upper & 0xFFFF_FFFF_0000_0000 | checksum.value >> 32 & 0xFFFF_FF00
  }

  /// Returns whether another post has the same text: its link and its title are the same, and it was published within 14
  /// days of this one.
  public func hasSameText(as other: Post) -> Bool {
    guard let link = comparableLink, link == other.comparableLink, !titleWords.isEmpty,
      titleWords.elementsEqual(other.titleWords, by: { $0.elementsEqual($1) }), let date = date ?? self.listDate,
      let otherDate = other.date ?? other.listDate
    else { return false }
    return abs(date.timeIntervalSince(otherDate)) <= 14 * 86_400
  }

  /// Returns whether there is more to read in this post than in another with the same text.
  public func isFuller(than other: Post) -> Bool {
    let (own, others) = body == other.body ? (0, 0) : (shownLength, other.shownLength)
    return own == others ? !self.isSummary && other.isSummary : own > others
  }

  /// The number of bytes of the text without what cannot be seen, such as the addresses of links.
  public var shownLength: Int { richText.blocks.reduce(0) { $0 + $1.text.utf8.count } }

  /// The words of the title, folded as for a search.
  private var titleWords: [Substring.UTF8View] { TextSearch.folded(title).utf8.split { $0 <= 0x20 } }

  /// The link without the parts that differ between links to the same page: the scheme, `www.`, the last slash, and
  /// `utm_*` parameters. The fragment stays, because it distinguishes the entries of one page.
  private var comparableLink: [UInt8]? {
    guard let link else { return nil }
    // Made of bytes, because it is made for each post that arrives.
    let whole = Array(link.absoluteString.utf8)
    let page = whole.prefix { $0 != UInt8(ascii: "#") }
    var path = page.prefix { $0 != UInt8(ascii: "?") }
    let parameters = page.dropFirst(path.count + 1).split(separator: UInt8(ascii: "&")).filter {
      !$0.starts(with: "utm_".utf8)
    }
    let rest = path.drop { $0 != UInt8(ascii: ":") }
    if rest.starts(with: "://".utf8) { path = rest.dropFirst(3) }
    if path.last == UInt8(ascii: "/") { path = path.dropLast() }
    let host = path.prefix { $0 != UInt8(ascii: "/") }
    var bytes = host.map { 0x41...0x5A ~= $0 ? $0 | 0x20 : $0 }
    if bytes.starts(with: "www.".utf8) { bytes.removeFirst(4) }
    bytes += path.dropFirst(host.count)
    for (number, parameter) in parameters.enumerated() {
      bytes.append(UInt8(ascii: number == 0 ? "?" : "&"))
      bytes += parameter
    }
    return bytes + whole.dropFirst(page.count)
  }
}
