// Rules for feeds: which posts are hidden, when a feed is asked, and with which header fields.

import Essentials
public import PostDomain
import PostText
import RichText
public import Subscriptions
import TextSearch

/// A rule for some feeds.
public struct FeedRule: Equatable, Sendable {
  /// The feeds of a rule.
  public enum Match: Equatable, Sendable {
    /// All feeds.
    case all
    /// Those with a tag.
    case tag(String)
    /// The one with an identity.
    case feed(Subscription.ID)
  }

  /// The feeds of the rule.
  public var match = Match.all
  /// The words of which one mutes a post.
  public var mute: [String] = []
  /// The words of which a post needs one, or it is muted; empty if it needs none.
  public var only: [String] = []
  /// Whether the posts are shown in the list of their feed alone.
  public var isQuiet: Bool?
  /// The time between two requests; nil for the feed's own rhythm.
  public var refresh: Duration?
  /// Header fields for the feed's server, by name.
  public var headers: [String: String] = [:]
  /// Whether a post that has changed becomes unread.
  public var isUnreadOnUpdate: Bool?

  public init(_ match: Match = .all) { self.match = match }

  /// Whether the rule hides posts by their words.
  public var mutes: Bool { !mute.isEmpty || !only.isEmpty }

  /// A text that changes with everything that hides posts; nil if nothing does.
  public var signature: String? {
    guard mutes || isQuiet == true else { return nil }
    let words = mute.map { "mute \(TextSearch.folded($0))" } + only.map { "only \(TextSearch.folded($0))" }
    return (Set(words).sorted() + (isQuiet == true ? ["quiet"] : [])).joined(separator: "\n")
  }

  /// Adds another rule: words add up, other values of the other rule count.
  fileprivate mutating func add(_ other: Self) {
    mute += other.mute
    only += other.only
    isQuiet = other.isQuiet ?? isQuiet
    refresh = other.refresh ?? refresh
    isUnreadOnUpdate = other.isUnreadOnUpdate ?? isUnreadOnUpdate
    for (name, value) in other.headers {
      headers = headers.filter { $0.key.lowercased() != name.lowercased() }
      headers[name] = value
    }
  }
}

/// The rules for all feeds.
public struct FeedRules: Equatable, Sendable {
  /// The rules, in their order.
  public var all: [FeedRule]

  public init(_ all: [FeedRule] = []) { self.all = all }

  /// Whether there is no rule.
  public var isEmpty: Bool { all.isEmpty }

  /// Returns the rules that match a feed as one. Their words add up; of each other value the last one counts.
  public func rule(for subscription: Subscription) -> FeedRule {
    var rule = FeedRule(.feed(subscription.id))
    for other in all {
      let isMatch =
        switch other.match {
        case .all: true
        case .tag(let tag): subscription.tags.contains(tag)
        case .feed(let id): id == subscription.id
        }
      if isMatch { rule.add(other) }
    }
    return rule
  }
}

/// The part of a rule that hides posts, prepared for many of them.
public struct HidingRule: Sendable {
  private let mute, only: WordList
  private let isQuiet: Bool
  private let spared: Set<Post.ID>

  /// - Parameters:
  ///   - rule: The rule.
  ///   - spared: The posts that are never muted, because they are bookmarked.
  public init(_ rule: FeedRule, sparing spared: Set<Post.ID> = []) {
    mute = WordList(rule.mute)
    only = WordList(rule.only)
    isQuiet = rule.isQuiet == true
    self.spared = spared
  }

  /// Returns a post with the reason why it is hidden, if it is. A duplicate that no rule hides stays one.
  public func applied(to post: Post) -> Post {
    let duplicate = post.hiding == .duplicate ? post.hiding : nil
    var post = post
    post.hiding = mutes(post) ? .muted : isQuiet ? .quiet : duplicate
    return post
  }

  private func mutes(_ post: Post) -> Bool {
    guard !mute.isEmpty || !only.isEmpty, !spared.contains(post.id) else { return false }
    // Most words are in titles, and the text takes longer.
    let head = FoldedWords(([post.title, post.author ?? ""] + post.categories).joined(separator: "\n"))
    if mute.isAny(in: head) { return true }
    let isWanted = only.isEmpty || only.isAny(in: head)
    if mute.isEmpty, isWanted { return false }
    let text = FoldedWords(post.richText.blocks.map(\.text).joined(separator: "\n"))
    return mute.isAny(in: text) || !isWanted && !only.isAny(in: text)
  }
}
