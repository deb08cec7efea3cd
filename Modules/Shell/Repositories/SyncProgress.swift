public import Sync

/// The progress of sections.
public struct SyncProgress: Sendable {
  private let tallies: [(kind: SyncKind, tally: SyncTally)]
  /// Items per second; zero while unknown.
  private let rate: Double
  /// The time left in seconds; nil while unknown.
  private let left: Double?

  /// - Parameters:
  ///   - tallies: The progress of each section, in the order in which they are shown.
  ///   - rate: Items per second; zero while unknown.
  ///   - left: The time left in seconds; nil while unknown.
  public init(_ tallies: [(kind: SyncKind, tally: SyncTally)], rate: Double = 0, left: Double? = nil) {
    self.tallies = tallies
    self.rate = rate
    self.left = left
  }

  /// The whole progress: "posts 40 of 133, comics done, 45/s, 3 s left".
  public var line: String {
    var parts = tallies.map { "\($0.kind.name) \($0.tally.progress)" }
    if rate > 0 { parts.append(rate < 10 ? "\((rate * 10).rounded() / 10)/s" : "\(Int(rate.rounded()))/s") }
    return (parts + timeLeft).joined(separator: ", ")
  }

  /// Shorter forms, the longest first: "40%, 3 s left", "40%". Empty while the share is unknown.
  public var brief: [String] {
    let shares = tallies.compactMap(\.tally.share)
    guard !shares.isEmpty, shares.count == tallies.count else { return [] }
    // Each section has the same weight.
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

/// The speed of sections, from their progress at the last measurements.
struct SyncSpeed {
  /// The time between two measurements.
  static let interval = Duration.milliseconds(250)
  /// The number of intervals that the rate covers.
  private static let span = 20

  /// For each section, its stage and the number of items done at the last measurements of that stage, the newest last.
  private var counts: [SyncKind: (stage: SyncTally.Stage, counts: [Int])] = [:]

  /// Returns the progress after another measurement.
  mutating func progress(_ tallies: [(kind: SyncKind, tally: SyncTally)]) -> SyncProgress {
    var total = 0.0
    var longest = 0.0
    var isKnown = true
    for (kind, tally) in tallies where tally.isGoingOn {
      let rate = rate(kind, tally)
      total += rate
      if let left = tally.left, rate > 0 { longest = max(longest, Double(left) / rate) } else { isKnown = false }
    }
    return SyncProgress(tallies, rate: total, left: isKnown ? longest : nil)
  }

  /// Returns the items per second at a section's stage.
  private mutating func rate(_ kind: SyncKind, _ tally: SyncTally) -> Double {
    var counts = counts[kind].flatMap { $0.stage == tally.stage ? $0.counts : nil } ?? []
    // Pages that the server only confirms as unchanged say nothing about the speed of others.
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

  /// The number of items left; nil while unknown.
  fileprivate var left: Int? {
    switch stage {
    case .listing: expected.map { max(0, $0 - saved) }
    case .completing: max(0, total - visited)
    case .done: 0
    }
  }

  /// The finished share, from 0 to 1; nil while unknown. The list is the first half, the items the second.
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
  /// The name of the section's items.
  public var name: String { self == .todos ? "to-dos" : rawValue }
}
