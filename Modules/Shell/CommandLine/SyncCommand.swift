import Database
import Essentials
import FeedsRepository
import Messages
import PagedList
import PostsRepository
import Repositories
import Settings
import SubscriptionsStore
import Sync
import TodosRepository

extension Command {
  /// Downloads everything for offline use, and sends waiting edits of to-dos. When it is stopped, it still reports what
  /// is saved.
  static let sync = Command(
    name: "sync",
    usages: [
      "sync [SECTION…]":
        "download everything for offline use, or only feeds,\nposts, comics or todos, and send waiting edits;\n"
        + "ctrl-c stops, and running it again goes on"
    ],
    options: [.limit, .since, .pictures], words: sections
  ) { words, _ throws(UsageError) in
    if let word = words.arguments.first(where: { !sections.contains($0) }) {
      throw UsageError(word, isNot: sections, of: "sync")
    }
    let named = SyncKind.allCases.filter { words.arguments.contains($0.rawValue) }
    try words.expectNetwork()
    let limit = try words.limit()
    let since = try words.options["--since"].map(since)
    let allPictures = try words.choice(.pictures, PicturesChoice.self) == .all
    let namesFeeds = words.arguments.contains("feeds")
    var action = Action.feeds(saves: true, result: "status") { run in
      var run = run
      let options = SyncOptions(limit: limit, since: since?(run.now()), allPictures: allPictures)
      // Sections that are named need no subscriptions, except posts without a server.
      run.subject =
        named.isEmpty && !namesFeeds || named.contains(.posts) ? try await run.repositories.subject() : .server
      try await run.sync(named, options, namesFeeds: namesFeeds)
    }
    action.downloadsEverything = true
    action.needsDisk = true
    return action
  }

  private static let sections = ["feeds"] + SyncKind.allCases.map(\.rawValue)
}

extension Option {
  static let since = Option(
    "--since", value: "WHEN", in: .reading, "sync: skip comments and pictures of older items;",
    "a day (2026-01-31) or an age: 12h, 7d, 4w, 1y")
  static let pictures = Option(
    "--pictures", value: "WHICH", in: .reading, "sync: those of what is bookmarked, or all", "[default: bookmarked]",
    values: PicturesChoice.allCases.map(\.rawValue))
}

private enum PicturesChoice: String, CaseIterable { case bookmarked, all }

/// Returns the date that a day, or an age at some date, stands for.
private func since(_ text: String) throws(UsageError) -> @Sendable (_ now: Date) -> Date {
  let units: [Character: TimeInterval] = ["h": 3_600, "d": 86_400, "w": 604_800, "y": 31_557_600]
  if let unit = text.last.flatMap({ units[$0] }), let count = positive(String(text.dropLast())), count <= 99_999 {
    return { $0 - Double(count) * unit }
  }
  guard let date = CalendarDate(text)?.start, date.isoDay == text else {
    throw UsageError("--since needs a day such as 2026-01-31, or an age such as 12h, 7d, 4w or 1y, not \(text)")
  }
  return { _ in date }
}

extension CommandRun {
  /// - Parameters:
  ///   - named: The named sections; empty for all.
  ///   - namesFeeds: Whether the subscriptions are named.
  fileprivate func sync(_ named: [SyncKind], _ options: SyncOptions, namesFeeds: Bool) async throws {
    let isNamed = !named.isEmpty || namesFeeds
    if named.contains(.comics) { try expectServer(\.comicsServer) }
    if named.contains(.todos) { try expectServer(\.todosServer) }
    let kinds = isNamed ? named.filter { $0 != .posts || subject == .server } : await kinds
    var refreshesFeeds = namesFeeds || subject == .subscriptions || named.contains(.posts) && subject == .nothing
    // A server on the command line is meant alone.
    if !isNamed, !settings.isServerOnCommandLine, !refreshesFeeds {
      refreshesFeeds = await (try? feedRows(withHidden: true))?.isEmpty != true
    }
    if kinds.isEmpty, !refreshesFeeds { throw CommandFailure(noFeeds) }
    let feeds = refreshesFeeds ? await syncFeeds() : nil
    let sync = FullSync(kinds)
    if !Task.isCancelled, !kinds.isEmpty {
      await sync.run(
        options, in: repositories, now: now,
        progress: progress.map { progress in (progress.clock, { progress.show($0.line) }) })
    }
    progress?.show("")
    let isStopped = Task.isCancelled
    var result = sync.result
    result.isNamed = isNamed
    let lines = (feeds.map { ["feeds: \($0.result.summary)"] } ?? []) + result.lines
    try print(lines.joined(separator: "\n"), json: json(feeds, result, isStopped: isStopped))
    feeds.map(report)
    report(result)
    if isStopped { throw CommandFailure.stopped }
    let statuses = Set((feeds.map { [$0.status] } ?? []) + (kinds.isEmpty ? [] : [result.status]))
    try end(statuses.count == 1 ? statuses[statuses.startIndex] : .incomplete)
  }

  /// Refreshes all feeds, and downloads what their bookmarked posts still need to be read offline.
  private func syncFeeds() async -> SyncedFeeds {
    var synced = SyncedFeeds()
    do {
      synced.rows = try await feedRows(withHidden: true)
      synced.result = try await refresh([.all], .all)
      try await repositories.feeds.posts(.all).list.refreshBookmarked()
    } catch {
      if !(error is CancellationError) { synced.ending = error }
    }
    return synced
  }

  private func report(_ feeds: SyncedFeeds) {
    report(feeds.result.failed, of: feeds.rows) { error($0) }
    report(feeds.result.warnings, of: feeds.rows, notice)
    if feeds.rows.isEmpty, feeds.ending == nil { error(noFeeds) }
    guard let ending = feeds.ending else { return }
    switch ending {
    case let failure as SubscriptionsStore.Error: error(sentence(failure))
    case is DatabaseError: error("feeds: \(settings.cannot("save", ending, "--cache"))")
    default: error("feeds: \(clause(ending, at: nil)). \(Messages.feedAdvice(ending))")
    }
  }

  /// The sections to download if none is named: of the server of a feed, only its posts; without a server, only those
  /// that have one of their own.
  private var kinds: [SyncKind] {
    get async {
      var hasFeed = subject == .server ? await repositories.hasFeed() : false
      if hasFeed == nil {
        // The first answer tells.
        _ = try? await repositories.posts.list.refresh()
        hasFeed = await repositories.hasFeed()
      }
      return SyncKind.allCases.filter { kind in
        switch (subject, kind) {
        case (.server, _): kind == .posts || hasFeed != true || kind.server(settings) != settings.server
        case (_, .posts): false
        case (_, .comics), (_, .todos): settings.namesServer(kind.rawValue)
        }
      }
    }
  }

  /// Feeds have the members of `feeds refresh`. For to-dos, the members of `todos --deliver` replace `complete`, which is
  /// null if the command was stopped before it was counted.
  private func json(_ feeds: SyncedFeeds?, _ result: SyncResult, isStopped: Bool) -> JSON {
    var parts: [JSON] = feeds.map { [["feeds": json($0.result, of: $0.rows)]] } ?? []
    for (kind, tally) in result.tallies {
      let failure = result.ending(tally).map { Messages.failure($0, server: kind.server(settings)) }
      let delivered = result.delivery?.json ?? ["delivered": 0.json, "refused": JSON([]), "waiting": .null]
      let section = JSON(joining: [
        ["saved": tally.saved.json],
        kind == .todos ? delivered : ["complete": tally.isCounted ? tally.complete.json : .null],
        ["failed": tally.failed.json, "failure": failure.json],
      ])
      parts.append([kind.rawValue: section])
    }
    return JSON(joining: parts + [["stopped": isStopped.json]])
  }

  private func report(_ result: SyncResult) {
    for failure in result.failures(settings) { error(failure) }
    for (kind, tally) in result.tallies where result.isMissing(tally) {
      notice("there are no \(kind.name) at \(kind.server(settings).absoluteString).")
    }
    report(result.delivery?.notices ?? [])
  }
}

/// The result of refreshing the subscriptions.
private struct SyncedFeeds {
  var rows: [FeedRow] = []
  var result = RefreshResult()
  /// The error that ended it early.
  var ending: (any Error)?

  var status: Invocation.ExitStatus {
    let isNothingThere = result.answered.isEmpty && !result.paused.isEmpty && rows.allSatisfy { $0.total == 0 }
    if ending == nil, result.failed.isEmpty, !rows.isEmpty, !isNothingThere { return .success }
    return result.answered.isEmpty || result.hasOnlyFailed ? .unavailable : .incomplete
  }
}

extension SyncResult {
  /// A line with the numbers of each section.
  fileprivate var lines: [String] {
    tallies.map { kind, tally in
      var parts = ["\(tally.saved) saved"]
      switch kind {
      case .posts: if tally.isCounted { parts.append("\(tally.complete) with author and comments") }
      case .comics: if tally.isCounted { parts.append("\(tally.complete) complete") }
      case .todos: if let delivery { parts.append(delivery.text) }
      }
      if tally.failed > 0 { parts.append("\(tally.failed) failed") }
      return "\(kind.name): \(parts.joined(separator: ", "))"
    }
  }

  fileprivate var status: Invocation.ExitStatus {
    if isComplete { return .success }
    let isNothing = tallies.allSatisfy { $0.tally.listed == 0 && $0.tally.ending != nil }
    return isNothing && (delivery?.delivered ?? 0) == 0 ? .unavailable : .incomplete
  }
}
