import CachedResource
public import Essentials
public import FeedRules
import FeedsRepository
import FeedsStore
import FlagsStore
import Observed
import PagedList
import PostDomain
import PostsRepository
import Store
import Subscriptions
public import SubscriptionsStore

/// The signature of a part to whose posts different rules were applied. No rule has it.
private let severalRules = "several"

extension SubscribedFeeds {
  /// Returns the rule for the feed at an address, which the file may not list yet.
  func rule(at address: URL) async throws -> FeedRule {
    try await rules.rule(at: address, in: subscriptions)
  }

  /// Returns what hides posts of the feed at an address, which are about to be saved in a part; nil if nothing does.
  /// - Parameter others: Posts that are about to be bookmarked.
  func hiding(at address: URL, in part: Int, sparing others: [Post.ID] = []) async throws -> HidingRule? {
    let rule = try await rule(at: address)
    try await note(rule, of: part)
    return rule.signature == nil ? nil : HidingRule(rule, sparing: try await spared(from: rule).union(others))
  }

  /// Shows a post that was bookmarked while it was muted, or applies the rules again to one whose bookmark was removed.
  func noteBookmark(_ isBookmarked: Bool, of id: Post.ID) async throws {
    guard let post = try await posts.singles.value(id)?.value, !isBookmarked || post.hiding == .muted,
      let part = try await parts.part(id)
    else { return }
    let feed = try await listed().first { $0.part == part }
    let rule = feed.map { rules.rule(for: $0.subscription) } ?? FeedRule()
    try await note(rule, of: part)
    let hiding = HidingRule(rule, sparing: isBookmarked ? [id] : [])
    guard hiding.applied(to: post) != post else { return }
    try await parts.store(part).rewrite([id]) { hiding.applied(to: $0) }
  }

  /// Notes that a rule is about to be applied to some posts of a part. If another one was applied to the rest, because a
  /// process with other rules runs at the same time, the next one that applies its rules applies them to all.
  private func note(_ rule: FeedRule, of part: Int) async throws {
    let applied = try await store.rules(part)[part]
    if applied != rule.signature, applied != severalRules { try await store.setRule(severalRules, part) }
  }

  private func spared(from rule: FeedRule) async throws -> Set<Post.ID> {
    rule.mutes ? Set(try await flags.bookmarks(.post).map { Post.ID($0.id) }) : []
  }

  /// Applies the rules to the saved posts of the feeds whose rules have changed since.
  /// - Parameters:
  ///   - clock: Measures the time until the progress is told.
  ///   - progress: Receives the progress.
  func applyRules(_ clock: some Clock<Duration>, _ progress: Observed<RulesProgress?>) async throws {
    let applied = try await store.rules(nil)
    guard !rules.isEmpty || !applied.isEmpty else { return }
    let changed = try await listed().filter { rules.rule(for: $0.subscription).signature != applied[$0.part] }
    let start = clock.now
    defer { progress.replace(with: nil) }
    for (done, feed) in changed.enumerated() {
      if start.duration(to: clock.now) >= .seconds(2) {
        progress.replace(with: RulesProgress(done: done, total: changed.count))
      }
      let rule = rules.rule(for: feed.subscription)
      let hiding = HidingRule(rule, sparing: try await spared(from: rule))
      try await parts.store(feed.part).rewrite(nil) { post in
        let changed = hiding.applied(to: post)
        return changed == post ? nil : changed
      }
      try await store.setRule(rule.signature, feed.part)
    }
  }

  /// Marks the posts that have changed as unread, if the rule for their feed wants that.
  func noteUpdates(of part: Int, at address: URL) async throws {
    let updates = takeUpdates(part)
    guard !updates.isEmpty, try await rule(at: address).isUnreadOnUpdate == true else { return }
    _ = try await flags.removeRead(.post, updates.map(\.text))
  }
}

extension FeedRules {
  /// Returns the rule for the feed at an address, which the file may not list yet.
  /// - Parameters:
  ///   - address: The address without a password, or the location that stands for a program.
  ///   - subscriptions: The file of feeds, for the tags that rules match.
  /// - Throws: `SubscriptionsStore.Error` or `CancellationError`.
  public func rule(at address: URL, in subscriptions: SubscriptionsStore) async throws -> FeedRule {
    guard !isEmpty else { return FeedRule() }
    let source = Subscription.Source(location: address)
    let known = try await subscriptions.file()[source.id]
    return rule(for: known ?? Subscription(source))
  }
}
