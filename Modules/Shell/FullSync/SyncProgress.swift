import Essentials
import Repositories
import Sync

/// How far sections are, as a line.
struct SyncProgress {
  /// How often the line changes.
  static let interval = Duration.milliseconds(250)
  /// How far the rate looks back, in changes of the line.
  private static let span = 20

  /// How many items of each section had been seen to at the last changes, the newest last, since it is at this stage.
  private var counts: [SyncKind: (stage: SyncTally.Stage, counts: [Int])] = [:]

  /// The line, given how far each section is.
  mutating func line(_ tallies: [(kind: SyncKind, tally: SyncTally)]) -> String {
    var (total, longest, isKnown) = (0.0, 0.0, true)
    for (kind, tally) in tallies where tally.isGoingOn {
      let rate = rate(kind, tally)
      total += rate
      if let left = tally.left, rate > 0 { longest = max(longest, Double(left) / rate) } else { isKnown = false }
    }
    var parts = tallies.map { "\($0.kind.name) \($0.tally.progress)" }
    if total > 0 {
      parts.append(total < 10 ? "\((total * 10).rounded() / 10)/s" : "\(Int(total.rounded()))/s")
      if isKnown { parts.append("\(Self.time(longest)) left") }
    }
    return parts.joined(separator: ", ")
  }

  /// Items a second, at this stage.
  private mutating func rate(_ kind: SyncKind, _ tally: SyncTally) -> Double {
    var counts = counts[kind].flatMap { $0.stage == tally.stage ? $0.counts : nil } ?? []
    counts = (counts + [tally.listed + tally.visited]).suffix(Self.span + 1)
    self.counts[kind] = (tally.stage, counts)
    guard let first = counts.first, let last = counts.last, counts.count > 1 else { return 0 }
    return Double(last - first) / (Double(counts.count - 1) * (Self.interval / .seconds(1)))
  }

  private static func time(_ seconds: Double) -> String {
    switch seconds {
    case ..<100: "\(Int(seconds.rounded(.up))) s"
    case ..<5_400: "\(Int((seconds / 60).rounded())) min"
    default: "\(Int(min(seconds / 3_600, 9_999).rounded())) h"
    }
  }
}

extension SyncTally {
  fileprivate var isGoingOn: Bool { ending == nil && stage != .done }

  fileprivate var progress: String {
    switch stage {
    case _ where ending != nil: "stopped"
    case .listing: expected.map { "\(min(listed, $0)) of \($0)" } ?? "\(listed) listed"
    case .completing: "\(visited) of \(total)"
    case .done: "done"
    }
  }

  /// How many items are left as far as anybody knows; nil where nobody does.
  fileprivate var left: Int? {
    switch stage {
    case .listing: expected.map { max(0, $0 - listed) }
    case .completing: max(0, total - visited)
    case .done: 0
    }
  }
}

extension SyncKind {
  /// What its items are called.
  var name: String { self == .todos ? "to-dos" : rawValue }
}
