import Essentials
import FeedListFeature
import Observed
import Repositories
import Screen
import Settings
import StyleGuide
import Sync

extension BackgroundSync {
  /// Downloads everything that the servers have for some sections, and for others unless the posts are a feed's. The
  /// section of feeds stands for all subscriptions.
  static func live(
    _ repositories: Repositories, _ settings: Settings, _ sections: [ReaderSection], _ others: [ReaderSection],
    _ environment: ScreenEnvironment
  ) -> Self {
    Self { show in
      let shown = await repositories.hasFeed() == true ? sections : sections + others
      let kinds = SyncKind.allCases.filter { shown.map(\.rawValue).contains($0.rawValue) }
      let failures = Observed<[String]>([])
      var refreshed: [String] = []
      if shown.contains(.feeds) {
        refreshed = await repositories.feeds.sync(
          environment.with(\.report) { failure in failures.update { $0.append(failure) } })
      } else if kinds.isEmpty {
        return Outcome(words: ["There is nothing to sync.", "Nothing to sync."])
      }
      if kinds.isEmpty, !Task.isCancelled { return Outcome(words: refreshed, failures: failures.value) }
      let sync = FullSync(kinds)
      await sync.run(
        SyncOptions(), in: repositories, now: environment.now,
        progress: (
          environment.clock,
          { progress in
            show(["syncing: \(progress.line)"] + progress.brief.map { "syncing \($0)" } + ["syncing…"])
          }
        ))
      let result = sync.result
      if Task.isCancelled { return Outcome(words: ["Sync stopped; what is saved stays.", "Sync stopped."]) }
      let both = refreshed.first.map { ["\($0) \(result.words[0])"] } ?? []
      return Outcome(words: both + result.words, failures: failures.value + result.failures(settings))
    }
  }
}

extension SyncResult {
  /// The message about the result, the longest version first: "Synced: 133 posts, 60 comics, 12 to-dos.", "Synced."
  fileprivate var words: [String] {
    if tallies.allSatisfy({ $0.tally.listed == 0 && $0.tally.ending != nil }) {
      return ["Cannot sync; ! says why.", "Cannot sync; !"]
    }
    guard isComplete else { return ["Not everything could be synced; ! says why.", "Partly synced; !"] }
    let saved = tallies.filter { !isMissing($0.tally) }.map { "\(grouped($0.tally.saved)) \($0.kind.name)" }
    return ["Synced: \(saved.joined(separator: ", ")).", "Synced."]
  }
}
