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
    let lines = output.width.map { columns(cells, in: $0) } ?? cells.map { $0.joined(separator: "\t") }
    try print(lines: lines.map { $0 + "\n" }.joined(), json: rows.map(\.json))
    report(try await repositories.feeds.problems(), in: feedsFile)
    await reportMismatches()
    if rows.isEmpty { notice(noFeeds) }
  }

  var noFeeds: String { "there are no feeds yet. Add one: \(satchel) feeds add https://xkcd.com/atom.xml" }

  /// Returns a line for each row, with cells of equal width; numbers and ages are aligned on the right. Titles, states and
  /// addresses are cut where a line would be wider than the terminal, but not below some columns.
  private func columns(_ rows: [[String]], in width: Int) -> [String] {
    var widths = (rows.first ?? []).indices.map { cell in rows.map { TextLayout.width(of: $0[cell]) }.max() ?? 0 }
    guard widths.count == 6 else { return [] }
    // Without the numbers, the age, and two spaces between the columns.
    var room = width - widths[1...3].reduce(0, +) - 2 * (widths.count - 1)
    widths[0] = min(widths[0], 40, max(12, room / 3))
    room -= widths[0]
    widths[4] = min(widths[4], max(room - widths[5], room / 2, 2))
    widths[5] = min(widths[5], max(room - widths[4], 12))
    return rows.map { row in
      row.indices.map { cell in
        let text = TextLayout.cut(row[cell], to: widths[cell])
        return cell == row.count - 1
          ? text : TextLayout.pad(text, to: widths[cell], atStart: (1...3).contains(cell))
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
