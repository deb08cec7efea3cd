/// How far a section is, and what came of it.
public struct SyncTally: Sendable {
  /// What is being done.
  public enum Stage: Hashable, Sendable {
    /// The server is asked for the list.
    case listing
    /// It is asked for what belongs to the items.
    case completing
    /// Nothing: all was asked for.
    case done
  }

  /// What is being done.
  public var stage: Stage
  /// How many items the server has listed so far.
  public var listed: Int
  /// About how many it will list; nil where nobody knows.
  public var expected: Int?
  /// How many items of the list are kept.
  public var saved: Int
  /// How many items of the list were saved by this, and not before.
  public var added = 0
  /// How many items have parts that are wanted: as soon as the list is there.
  public var total: Int
  /// How many of them were seen to.
  public var visited: Int
  /// How many of them have all their parts kept, from this run or an earlier one.
  public var complete: Int
  /// How many items could not be had, or not all of them.
  public var failed: Int
  /// How many of those could not be read in the list.
  public var unreadable = 0
  /// The first of the others.
  public var failures: [SyncFailure]
  /// Why the rest of the list, or of the parts, was not asked for; nil where it was.
  public var ending: (any Error)?

  public init(
    stage: Stage = .listing, listed: Int = 0, expected: Int? = nil, saved: Int = 0, total: Int = 0, visited: Int = 0,
    complete: Int = 0,
    failed: Int = 0, failures: [SyncFailure] = [], ending: (any Error)? = nil
  ) {
    (self.stage, self.listed, self.expected, self.saved, self.total) = (stage, listed, expected, saved, total)
    (self.visited, self.complete, self.failed) = (visited, complete, failed)
    (self.failures, self.ending) = (failures, ending)
  }

  /// Whether all that was wanted is there.
  public var isWhole: Bool { stage == .done && failed == 0 && ending == nil }

  /// One item more that could not be had.
  mutating func add(_ failure: SyncFailure) {
    failed += 1
    if failures.count < Self.failureLimit { failures.append(failure) }
  }

  /// More of them nobody reads.
  private static let failureLimit = 5
}

/// An item that could not be had, or not all of it.
public struct SyncFailure: Sendable {
  /// What it is called: "post 5".
  public var item: String
  /// Why.
  public var error: any Error

  public init(item: String, error: any Error) { (self.item, self.error) = (item, error) }
}
