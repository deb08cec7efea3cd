public import Repositories
public import Sync

/// How far sections are.
public struct SyncProgress: Sendable {
  private let tallies: [(kind: SyncKind, tally: SyncTally)]
  /// Items seen to a second; zero where that is not known yet.
  private let rate: Double
  /// How long it still takes, in seconds; nil where nobody knows.
  private let left: Double?

  /// - `rate`: how many items are seen to in a second; zero where that is not known.
  /// - `left`: how long it still takes, in seconds; nil where nobody knows.
  public init(_ tallies: [(kind: SyncKind, tally: SyncTally)], rate: Double = 0, left: Double? = nil) {
    (self.tallies, self.rate, self.left) = (tallies, rate, left)
  }

  /// All of it: "posts 40 of 133, comics done, 45/s, 3 s left".
  public var line: String {
    var parts = tallies.map { "\($0.kind.name) \($0.tally.progress)" }
    if rate > 0 { parts.append(rate < 10 ? "\((rate * 10).rounded() / 10)/s" : "\(Int(rate.rounded()))/s") }
    return (parts + timeLeft).joined(separator: ", ")
  }

  /// In fewer words, the most first: "40%, 3 s left", "40%". Empty where nothing is known.
  public var brief: [String] {
    let shares = tallies.compactMap(\.tally.share)
    guard !shares.isEmpty, shares.count == tallies.count else { return [] }
    // Each section counts the same.
    let share = shares.reduce(0, +) / Double(shares.count)
    let percent = "\(Int(share * 100))%"
    return [([percent] + timeLeft).joined(separator: ", "), percent]
  }

  private var timeLeft: [String] { rate > 0 ? left.map { ["\(Self.time($0)) left"] } ?? [] : [] }

  private static func time(_ seconds: Double) -> String {
    switch seconds {
    case ..<100: "\(Int(seconds.rounded(.up))) s"
    case ..<5_400: "\(Int((seconds / 60).rounded())) min"
    default: "\(Int(min(seconds / 3_600, 9_999).rounded())) h"
    }
  }
}

/// How fast sections get on, from how far they were at the last looks.
struct SyncSpeed {
  /// The time between two looks.
  static let interval = Duration.milliseconds(250)
  /// How far the rate looks back, in looks.
  private static let span = 20

  /// How many items of each section had been seen to at the last looks, the newest last, since it is at this stage.
  private var counts: [SyncKind: (stage: SyncTally.Stage, counts: [Int])] = [:]

  /// How far they are, given how far each is.
  mutating func progress(_ tallies: [(kind: SyncKind, tally: SyncTally)]) -> SyncProgress {
    var (total, longest, isKnown) = (0.0, 0.0, true)
    for (kind, tally) in tallies where tally.isGoingOn {
      let rate = rate(kind, tally)
      total += rate
      if let left = tally.left, rate > 0 { longest = max(longest, Double(left) / rate) } else { isKnown = false }
    }
    return SyncProgress(tallies, rate: total, left: isKnown ? longest : nil)
  }

  /// Items a second, at this stage.
  private mutating func rate(_ kind: SyncKind, _ tally: SyncTally) -> Double {
    var counts = counts[kind].flatMap { $0.stage == tally.stage ? $0.counts : nil } ?? []
    // Pages that were saved before go by as fast as they are confirmed.
    counts = (counts + [tally.stage == .listing ? tally.added : tally.visited]).suffix(Self.span + 1)
    self.counts[kind] = (tally.stage, counts)
    guard let first = counts.first, let last = counts.last, counts.count > 1 else { return 0 }
    return Double(last - first) / (Double(counts.count - 1) * (Self.interval / .seconds(1)))
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
    case .listing: expected.map { max(0, $0 - saved) }
    case .completing: max(0, total - visited)
    case .done: 0
    }
  }

  /// How much of it is done, from 0 to 1; nil where nobody knows. The list is one half of it, the parts are the other.
  fileprivate var share: Double? {
    switch stage {
    case _ where ending != nil: 1
    case .listing: expected.map { $0 > 0 ? Double(min(listed, $0)) / Double($0) / 2 : 0 }
    case .completing: total > 0 ? 0.5 + Double(min(visited, total)) / Double(total) / 2 : 1
    case .done: 1
    }
  }
}

extension SyncKind {
  /// What its items are called.
  public var name: String { self == .todos ? "to-dos" : rawValue }
}
