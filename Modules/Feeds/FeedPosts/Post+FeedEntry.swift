public import Essentials
public import FeedDocument
import FeedsStore
import HTMLText
public import PostDomain
import PostText
import RichText
import Subscriptions

extension Post {
  /// Creates the post of an entry.
  /// - Parameters:
  ///   - entry: The entry.
  ///   - number: The number of the post.
  ///   - feed: The address of the feed.
  ///   - arrival: The date of its arrival, if it has not come before.
  ///   - isLate: Whether an earlier answer of the feed should have had it: then an old date does not hide it in the list.
  ///   - isOlder: Whether it is on a page of older entries: without a date it comes after all others.
  public init(
    _ entry: FeedEntry, number: UInt64, feed: URL, now arrival: Date, isLate: Bool, isOlder: Bool = false
  ) {
    let link = entry.link.flatMap { URL(webAddress: $0, on: feed) }
    self.init(
      id: ID(feedEntry: number), userID: nil, title: entry.title, body: entry.content?.text ?? "",
      date: entry.date, link: link)
    let author = entry.authors.map(\.shownName).filter { !$0.isEmpty }.joined(separator: ", ")
    var extras = Extras()
    extras.author = author.isEmpty ? nil : author
    extras.format = entry.content.map { $0.isHTML ? .html : .plain }
    extras.isSummary = entry.content.map { $0.isSummary } ?? true
    extras.element = entry.content?.source
    extras.base = entry.content?.base
    if extras.base == link?.absoluteString { extras.base = nil }
    extras.updated = entry.updated
    extras.categories = entry.categories.map { $0.utf8.contains(0x0A) ? $0.replacing("\n", with: " ") : $0 }
    extras.related = entry.secondLink.flatMap { URL(webAddress: $0, on: feed) }
    extras.language = entry.language
    extras.enclosures = entry.enclosures.compactMap { enclosure in
      URL(webAddress: enclosure.address, on: feed).map {
        // The stored column has a line for each, and tabs between its values.
        let type = enclosure.type?.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return Enclosure(address: $0, type: type, length: enclosure.length, title: enclosure.title)
      }
    }
    extras.discussion = Discussion(
      page: entry.comments.address.flatMap { URL(webAddress: $0, on: feed) },
      feed: entry.comments.feed.flatMap { URL(webAddress: $0, on: feed) }, count: entry.comments.count)
    // A date that is missing or yet to come says nothing of the order. One that is long past would hide an entry that has
    // only just come.
    let age = entry.date.map { arrival.timeIntervalSince($0) } ?? -.infinity
    if age < -3_600 || isLate && age > 3 * 86_400 { extras.listDate = isOlder ? .distantPast : arrival }
    self.extras = extras
  }

  /// Returns the post to be saved in place of this one when its feed has another content of it; nil if this one stays.
  /// - Parameters:
  ///   - new: The post made of the entry as it is now.
  ///   - now: The date of a change that a reader can see; nil to note none.
  public func merged(with new: Post, now: Date?) -> Post? {
    var merged = new
    merged.changedAt = self.changedAt
    merged.hiding = self.hiding
    // The post stays where it is in the list, whatever its date becomes.
    merged.listDate = self.listDate ?? (new.date == date ? nil : date)
    if new.isLess(than: self) {
      merged.body = body
      merged.format = self.format
      merged.isSummary = self.isSummary
      merged.element = self.element
      merged.base = base
    }
    if merged == self { return nil }
    guard let now else { return merged }
    if merged.title != title || merged.body != body && merged.shownText != shownText { merged.changedAt = now }
    return merged
  }

  /// Returns whether a page of older entries has a later version of this post, or the full text of a summary. Such pages
  /// may hold entries as they once were (RFC 5005, 4).
  public func isOlder(than new: Post) -> Bool {
    if self.isSummary, !new.isSummary { return true }
    guard let date = self.updated ?? date, let newDate = new.updated ?? new.date else { return false }
    return date < newDate
  }

  /// Returns whether the text of a saved post stays in place of the text of this one: a full text in place of a summary,
  /// or of a shorter text of a lesser element, and any text in place of none.
  private func isLess(than saved: Post) -> Bool {
    guard let element = self.element, !body.isEmpty else { return !saved.body.isEmpty }
    if saved.isSummary { return false }
    if self.isSummary { return true }
    // Earlier versions have not saved the element.
    guard element.rawValue < (saved.element ?? .content).rawValue else { return false }
    return shownLength < saved.shownLength
  }

  /// The text without what cannot be seen, such as the addresses of links.
  private var shownText: [String] { richText.blocks.map(\.text) }
}

extension Post.ID {
  private static let digits = Array("abcdefghijklmnopqrstuvwxyz234567".utf8)

  /// The identifier of an entry's post: its number in twelve letters and digits of base 32 (RFC 4648), which can be typed.
  public init(feedEntry number: UInt64) {
    let text = (0..<12).map { Self.digits[Int(number >> (59 - 5 * UInt64($0)) & 31)] }
    self.init(String(decoding: text, as: UTF8.self))
  }
}

extension FeedText {
  /// Whether there is likely to be more of the text elsewhere: it is a summary, or it ends in an ellipsis, perhaps before
  /// a link that leads on.
  fileprivate var isSummary: Bool {
    if source == .summary { return true }
    // Parsing the ends of all texts would take too long.
    guard let end = text.endWithEllipsis else { return false }
    guard isHTML else { return end.endsInEllipsis }
    // The first bytes may be part of a tag.
    let html = end.firstIndex(of: "<").map { end[$0...] } ?? end[...]
    var runs = RichText(html: String(html)).blocks.flatMap { $0.picture == nil ? $0.runs : [.init("Picture")] }
    if runs.map(\.text).joined().endsInEllipsis { return true }
    let last = runs.last { !$0.text.allSatisfy(\.mayFollowEllipsis) }
    guard let link = last?.link else { return false }
    while let last = runs.last, last.link == link || last.text.allSatisfy(\.mayFollowEllipsis) { runs.removeLast() }
    return runs.map(\.text).joined().endsInEllipsis
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether there is an ellipsis, written in any way.
  fileprivate var mayHaveEllipsis: Bool {
    guard let start = baseAddress else { return false }
    return [UInt8(ascii: "."), UInt8(ascii: "&"), 0xE2].contains { first in
      var index = 0
      // Texts are long, and `memchr` looks at many bytes at a time.
      while let found = memchr(start + index, Int32(first), count - index) {
        index = UnsafeRawPointer(start).distance(to: found)
        if hasEllipsis(at: index) { return true }
        index += 1
      }
      return false
    }
  }

  private func hasEllipsis(at index: Int) -> Bool {
    func byte(_ offset: Int) -> UInt8 { index + offset < count ? self[index + offset] : 0 }
    return switch self[index] {
    case 0xE2: byte(1) == 0x80 && byte(2) == 0xA6
    case UInt8(ascii: "."): byte(1) == UInt8(ascii: ".") || byte(1) == UInt8(ascii: " ") && byte(2) == UInt8(ascii: ".")
    default: ["&hellip", "&#8230", "&#x2026", "&#X2026"].contains { self[index...].starts(with: $0.utf8) }
    }
  }
}

extension String {
  /// The last 1,024 bytes of the text, if an ellipsis may be among them.
  fileprivate var endWithEllipsis: String? {
    var text = self
    return text.withUTF8 { bytes in
      let end = UnsafeBufferPointer(rebasing: bytes.suffix(1_024))
      return end.mayHaveEllipsis ? String(decoding: end, as: UTF8.self) : nil
    }
  }

  /// Whether the text ends in an ellipsis, perhaps in brackets or before an arrow.
  fileprivate var endsInEllipsis: Bool {
    let end = reversed().drop(while: \.mayFollowEllipsis)
    return end.first == "…" || end.lazy.filter { !$0.isWhitespace }.prefix(3).elementsEqual("...")
  }
}

extension Character {
  fileprivate var mayFollowEllipsis: Bool { isWhitespace || ")]}→»›>".contains(self) }
}

extension FeedDocument {
  /// Returns the comments in a feed of comments on a post, the oldest ones first, and those without a date last.
  ///
  /// A comment answers the first entry of the document that it refers to, by its identifier or by an address that no
  /// other entry has. The post itself, which some feeds begin with, is no comment.
  /// - Parameter feed: The feed of the post.
  func comments(on post: Post.ID, of feed: URL) -> [Comment] {
    let feedID = Subscription.Source.web(feed).id
    let entries = zip(portions().joined(), signatures).filter { _, signature in
      Post.ID(feedEntry: signature.post(of: feedID)) != post
    }.map { entry, signature in (entry: entry, id: Comment.ID(Post.ID(feedEntry: signature.key).text)) }
    var ids: [String: Comment.ID] = [:]
    for (link, same) in Dictionary(grouping: entries, by: \.entry.link) where same.count == 1 {
      if let link { ids[link] = same[0].id }
    }
    for (entry, id) in entries { ids[entry.key] = id }
    return entries.map { entry, id in
      let answered = entry.answered.isEmpty ? entry.linkedComment.map { [$0] } ?? [] : entry.answered
      return Comment(
        id: id, postID: post, parentID: answered.lazy.compactMap { ids[$0] }.first { $0 != id },
        name: entry.authors.first?.shownName ?? entry.title, body: entry.content?.text ?? "", date: entry.date)
    }.sorted { ($0.date ?? .distantFuture) < ($1.date ?? .distantFuture) }
  }
}

extension FeedEntry {
  /// The address of the comment that the text begins with a link to: "In reply to", as WordPress writes it in place of a
  /// reference.
  fileprivate var linkedComment: String? {
    guard let start = content?.text.prefix(500), start.contains("#comment-") else { return nil }
    return HTMLText.firstLink(String(start))
  }
}
