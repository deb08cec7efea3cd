public import PostDomain
import PostText
import RichText

/// The part of a rule that hides posts, prepared for many of them.
public struct HidingRule: Sendable {
  private let mute, only: WordList
  private let isQuiet: Bool
  private let spared: Set<Post.ID>

  /// - Parameter spared: The posts that are never muted, because they are bookmarked.
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
    let text = FoldedWords(post.richText.blocks.map { $0.runs.map(\.text).joined() }.joined(separator: "\n"))
    return mute.isAny(in: text) || !isWanted && !only.isAny(in: text)
  }
}
