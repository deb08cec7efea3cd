import CachedResource
import Essentials
import FeedsRepository
import Messages
import NetworkClient
import Observed
import PagedList
import PostDomain
import PostsRepository
import Repositories
import Settings
import Subscriptions

extension CommandRun {
  /// Refreshes feeds, and prints the numbers or the new posts. Feeds that are named are asked even if they are not due.
  /// - Parameters:
  ///   - names: The names of the feeds; empty for all.
  ///   - extent: The feeds to ask if none is named.
  ///   - printsNew: Whether the posts that arrived are printed.
  ///   - isStrict: Whether a feed that fails makes the command fail.
  func refreshFeeds(
    _ names: [String], _ extent: RefreshExtent, printsNew: Bool, isStrict: Bool
  ) async throws {
    let named = try await feedRows(named: names, withQueries: true)
    let all = try await feedRows(withHidden: true)
    let rows = names.isEmpty ? [.all] : named.map(\.id)
    if all.isEmpty { throw CommandFailure(noFeeds) }
    let result = try await refresh(rows, names.isEmpty ? extent : .named)
    if printsNew {
      // Their number is known even if this task is cancelled; no later run prints them.
      try await Task { try await printPosts(result.arrived) }.value
      notice("\(result.summary).")
    } else if settings.format == .json {
      try output.write(json(result, of: all).text + "\n")
    } else if !settings.isQuiet {
      try output.write("\(result.summary)\n")
    }
    // A feed that a server no longer has says nothing about the others, which were not due.
    let isUnreached =
      result.skipped == 0 || !names.isEmpty
      || result.failed.values.contains {
        if case NetworkClient.Error.unreachable = $0.cause { true } else { false }
      }
    let isIncomplete = !result.failed.isEmpty || !names.isEmpty && !result.paused.isEmpty
    let isFailure = result.hasOnlyFailed && isUnreached || isStrict && isIncomplete
    report(result.failed, of: all) { isFailure ? error($0) : notice($0) }
    if isFailure, !names.isEmpty {
      report(result.paused.mapValues { AnswerFailure.pausedUntil($0) }, of: all) { error($0) }
    }
    report(result.warnings, of: all, notice)
    if Task.isCancelled { throw CommandFailure.stopped }
    try endLoading(isFailure ? .incomplete : .success)
  }

  /// Refreshes feeds; on a terminal a line shows the progress. If this task is cancelled, returns the result so far.
  func refresh(_ rows: [FeedRow.ID], _ extent: RefreshExtent) async throws -> RefreshResult {
    defer { progress?.show("") }
    // It is cancelled when the feeds are refreshed.
    async let _: Void = showProgress()
    return try await repositories.feeds.refresh(rows, extent)
  }

  private func showProgress() async {
    while let progress, !Task.isCancelled {
      if let line = repositories.feeds.progress.value?.line { progress.show(line) }
      try? await progress.clock.sleep(for: .milliseconds(250))
    }
  }

  /// Prints posts that arrived, in their order, as `posts` does. Those that no list shows are left out.
  private func printPosts(_ ids: [Post.ID]) async throws {
    let reader = await repositories.feeds.posts(.all).list.reader
    var printed = PrintedItems(
      listing: .posts(feed: nil, location: "", server: server), format: settings.format)
    for id in ids {
      let window = try await reader.window(ListQuery(), .item(id, orRow: 0), 0, 0)
      guard let post = window.items.first, post.id == id else { continue }
      try output.write(printed.text(of: post))
    }
    try output.write(printed.end)
  }

  /// Names the feeds that have errors, each with the reason, in the order of the file.
  func report(
    _ errors: [Subscription.ID: any Error], of rows: [FeedRow], _ say: (_ sentence: String) -> Void
  ) {
    for row in rows {
      guard let subscription = row.subscription, let error = errors[subscription.id] else { continue }
      say("\(row.shownTitle): \(clause(error, at: subscription.source.address)).")
    }
  }

  func json(_ result: RefreshResult, of rows: [FeedRow]) -> JSON {
    let failed = rows.compactMap { row -> JSON? in
      guard let subscription = row.subscription, let failure = result.failed[subscription.id] else { return nil }
      return [
        "title": row.shownTitle.json, "address": row.shownAddress.json,
        "error": clause(failure, at: subscription.source.address).json,
      ]
    }
    return [
      "answered": result.answered.count.json, "arrived": result.arrivals.json, "failed": JSON(failed),
      "skipped": result.skipped.json, "paused": result.paused.count.json, "ended": result.ended.json,
    ]
  }
}

extension RefreshProgress {
  /// "Refreshing 37 of 200, 12 new", in ASCII.
  fileprivate var line: String { "Refreshing \(done) of \(total)\(arrived > 0 ? ", \(arrived) new" : "")" }
}

extension RefreshResult {
  /// The number of posts that arrived.
  var arrivals: Int { answered.values.reduce(0, +) }

  /// "37 feeds refreshed, 12 new posts, 3 failed, 160 not due, 2 paused until 2026-05-04 12:30 UTC".
  var summary: String {
    var parts = ["\(Messages.counted(answered.count, "feed")) refreshed", Messages.counted(arrivals, "new post")]
    if !failed.isEmpty { parts.append("\(failed.count) failed") }
    let others = skipped - askedElsewhere - paused.count - ended
    if others > 0 { parts.append("\(others) not due") }
    if let end = paused.values.min() {
      let first = paused.values.contains { Messages.time(of: $0) != Messages.time(of: end) } ? ", the first" : ""
      parts.append("\(paused.count) paused\(first) until \(Messages.time(of: end))")
    }
    if ended > 0 { parts.append("\(ended) \(ended == 1 ? "has" : "have") ended") }
    if askedElsewhere > 0 { parts.append("\(askedElsewhere) asked by another program now") }
    return parts.joined(separator: ", ")
  }
}
