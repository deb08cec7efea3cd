import CachedResource
import Essentials
import FeedsRepository
import Messages
import Repositories
import Settings
import Subscriptions
import TextLayout

/// An order of the feeds.
enum FeedOrder: String, CaseIterable {
  /// Those whose newest post is oldest come first.
  case stale
  /// Those with the most posts a week come first.
  case noisy
  /// Those with the most unread posts come first.
  case unread

  /// Returns the rows in this order; equal ones stay in the order of the file.
  fileprivate func sorted(_ rows: [FeedRow]) -> [FeedRow] {
    switch self {
    case .stale: rows.sorted { $0.newest ?? .distantPast < $1.newest ?? .distantPast }
    case .noisy: rows.sorted { $0.perWeek ?? 0 > $1.perWeek ?? 0 }
    case .unread: rows.sorted { $0.unread > $1.unread }
    }
  }
}

extension CommandRun {
  /// Prints the feeds and queries, on a terminal in columns.
  /// - Parameter order: The order; nil for that of the file.
  func printFeeds(_ order: FeedOrder?) async throws {
    try await applyRules()
    var rows = try await feedRows(withQueries: true)
    if let order { rows = order.sorted(rows) }
    let cells = rows.map { $0.cells(now: now()) }
    let lines = output.width == nil ? cells.map { $0.joined(separator: "\t") } : columns(cells)
    try print(lines: lines.map { $0 + "\n" }.joined(), json: rows.map(\.json))
    report(try await repositories.feeds.problems(), in: feedsFile)
    await reportMismatches()
    if rows.isEmpty { notice(noFeeds) }
  }

  var noFeeds: String { "there are no feeds yet. Add one: \(satchel) feeds add https://xkcd.com/atom.xml" }

  /// Returns a line for each row, with cells of equal width; numbers and ages are aligned on the right.
  private func columns(_ rows: [[String]]) -> [String] {
    var rows = rows
    for row in rows.indices { rows[row][0] = TextLayout.cut(rows[row][0], to: 40) }
    let widths = (rows.first ?? []).indices.map { cell in rows.map { TextLayout.width(of: $0[cell]) }.max() ?? 0 }
    return rows.map { row in
      row.indices.map { cell in
        cell == row.count - 1
          ? row[cell]
          : TextLayout.pad(row[cell], to: widths[cell], atStart: (1...3).contains(cell))
      }.joined(separator: "  ")
    }
  }
}

extension FeedRow {
  /// Title, unread, all, age of the newest post, state, address.
  fileprivate func cells(now: Date) -> [String] {
    [
      shownTitle, "\(unread)", "\(total)", newest.map { Messages.shortAge(of: $0, now: now) } ?? "—", state,
      shownAddress,
    ]
  }

  private var state: String {
    guard let failure, let reason = shownFailure else {
      return subscription != nil && updated == nil ? "not asked yet" : "ok"
    }
    if case AnswerFailure.ended = failure.reason { return "ended" }
    return "\(reason), since \(failure.since.isoDay)"
  }

  /// The row; unknown values are null.
  fileprivate var json: JSON {
    [
      "title": shownTitle.json, "address": shownAddress.json,
      "tags": (subscription?.tags ?? query?.tags ?? []).json, "unread": unread.json, "total": total.json,
      "updated": updated.json, "newest": newest.json, "perWeek": perWeek.map { number($0, decimals: 1) } ?? .null,
      "readShare": total > 0 ? number(Double(total - unread) / Double(total), decimals: 2) : .null,
      "error": shownFailure.json, "failingSince": (failure?.since).json,
    ]
  }

  private func number(_ value: Double, decimals: Int) -> JSON {
    let factor = [1.0, 10, 100][decimals]
    return value.isFinite ? JSON(text: "\((value * factor).rounded() / factor)") : .null
  }
}
