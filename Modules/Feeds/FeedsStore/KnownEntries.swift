import Essentials
public import FeedDocument
public import Subscriptions

/// The entries of a feed that were seen so far, and their posts.
///
/// An entry with an unknown key is recognised as a known entry that is missing from the document and has the same link, or
/// the same title and date, which no other entry has. So the flags of a feed stay when its software changes. Older pages
/// and imports do not show what is missing: their entries are recognised by title and date only. So are entries that were
/// published days after the one with their link had left: some feeds use a link again for the next version.
public struct KnownEntries: Sendable {
  /// The signature of an entry, the number of its post, and the day on which it left the feed.
  public struct Entry: Hashable, Sendable {
    /// The signature.
    public var signature: FeedSignature
    /// The number of the post.
    public var post: UInt64
    /// The day, since 1970, of the first document without the entry; nil if it is in the latest one.
    public var missingSince: UInt16?

    public init(_ signature: FeedSignature, post: UInt64, missingSince: UInt16? = nil) {
      self.signature = signature
      self.post = post
      self.missingSince = missingSince
    }
  }

  private var known: [UInt64: Entry] = [:]
  private let all: [Entry]
  private let aliases: [UInt64: UInt64]

  /// - Parameters:
  ///   - entries: The entries that were seen.
  ///   - aliases: The posts of recognised entries, by their keys.
  public init(_ entries: [Entry], aliases: [UInt64: UInt64] = [:]) {
    all = entries
    self.aliases = aliases
    for entry in entries { known[entry.signature.key] = entry }
  }

  /// Returns the post of each entry of a document, those of its entries that were recognised, those to be remembered (new
  /// ones, and known ones with another link, title or date, or that are back), and the keys of those that are missing now.
  /// - Parameters:
  ///   - document: The identities of the document's entries, in its order.
  ///   - isLatest: Whether it is the feed's latest document.
  ///   - number: Returns the number of the post of a new entry.
  public func identify(
    _ document: [FeedSignature], isLatest: Bool = true,
    number: (_ new: FeedSignature) -> UInt64 = { $0.key }
  ) -> (posts: [UInt64], recognised: [Entry], unsaved: [Entry], missing: [UInt64]) {
    var result: [UInt64?] = document.map { known[$0.key]?.post ?? aliases[$0.key] }
    var used = Set(result.compactMap(\.self))
    let unknown = document.indices.filter { result[$0] == nil }
    var recognised: [Entry] = []
    var lastDays: [UInt64: UInt16] = [:]
    if !unknown.isEmpty {
      for entry in all { lastDays[entry.post] = max(lastDays[entry.post] ?? 0, entry.missingSince ?? .max) }
    }
    let parts = isLatest ? [\FeedSignature.link, \FeedSignature.title] : [\FeedSignature.title]
    for part in parts where !unknown.isEmpty && !all.isEmpty {
      // Entries that are not missing count, too: in some feeds all entries link to the same page.
      let old = Self.unique(all.map { ($0.signature[keyPath: part], $0.post) })
      let new = Self.unique(document.map { ($0[keyPath: part], $0.key) })
      for index in unknown where result[index] == nil {
        guard let value = document[index][keyPath: part], new[value] != nil, let post = old[value],
          // Some entries bear the date of tomorrow.
          part == \.title || Int(document[index].day ?? 0) <= Int(lastDays[post] ?? .max) + 1,
          used.insert(post).inserted
        else { continue }
        result[index] = post
        recognised.append(Entry(document[index], post: post))
      }
    }
    var unsaved: [Entry] = []
    let found = zip(document, result).map { signature, post in post ?? number(signature) }
    for (var signature, post) in zip(document, found) {
      let before = known[signature.key]
      signature.link = signature.link ?? before?.signature.link
      signature.title = signature.title ?? before?.signature.title
      // The day is not saved.
      signature.day = nil
      let entry = Entry(signature, post: post)
      if entry != before { unsaved.append(entry) }
    }
    let keys = Set(document.map(\.key))
    let left = isLatest ? all.filter { $0.missingSince == nil && !keys.contains($0.signature.key) } : []
    return (found, recognised, unsaved, left.map(\.signature.key))
  }

  /// The keys of the posts of some recognised entries, as of before. In some feeds an entry has another key in every answer.
  public struct EarlierKeys: Sendable {
    /// Whether the keys change all the time: one of the entries was recognised twice before.
    public var areUnstable = false
    /// The keys to be forgotten, so that each post has at most eight earlier ones.
    public var obsolete: [UInt64] = []
  }

  /// Returns the earlier keys of some recognised entries.
  public func earlierKeys(of recognised: [Entry]) -> EarlierKeys {
    var earlier = EarlierKeys()
    if recognised.isEmpty { return earlier }
    var keys: [UInt64: Set<UInt64>] = [:]
    for entry in all { keys[entry.post, default: []].insert(entry.signature.key) }
    for (key, post) in aliases { keys[post, default: []].insert(key) }
    for entry in recognised {
      let keys = keys[entry.post] ?? []
      // The first key is not an alias, and may have been lost with the cache.
      if keys.count(where: { aliases[$0] != nil }) > 1 { earlier.areUnstable = true }
      earlier.obsolete += keys.sorted().dropFirst(8)
    }
    return earlier
  }

  /// Returns the values that occur once, or always for the same post.
  private static func unique(_ pairs: [(value: UInt64?, post: UInt64)]) -> [UInt64: UInt64] {
    var found = [UInt64: UInt64]()
    var repeated = Set<UInt64>()
    for (value, post) in pairs {
      guard let value else { continue }
      if let other = found[value], other != post { repeated.insert(value) }
      found[value] = post
    }
    for value in repeated { found[value] = nil }
    return found
  }
}

extension FeedSignature {
  /// Returns the number of the post of a new entry. Entries of several feeds may have the same key.
  /// - Parameter feed: The feed; for one that has moved, that of its first address.
  public func post(of feed: Subscription.ID) -> UInt64 {
    var number = Checksum()
    number.add(part: feed.utf8)
    number.add(key)
    return number.value
  }
}
