/// The progress of a run over a list, and its result.
public struct SyncTally: Sendable {
  /// A stage of the run.
  public enum Stage: Hashable, Sendable {
    /// Downloading the list.
    case listing
    /// Downloading the data of the items.
    case completing
    /// Done: everything was requested.
    case done
  }

  /// The current stage.
  public var stage = Stage.listing
  /// The number of items that the server has listed so far.
  public var listed = 0
  /// The approximate number of items that it will list; nil if that is not known.
  public var expected: Int?
  /// The number of items of the list that are saved.
  public var saved = 0
  /// The number of listed items that this run was the first to save.
  public var added = 0
  /// The number of items to be downloaded; it is known once the list is saved.
  public var total = 0
  /// The number of those that are finished, with or without success.
  public var visited = 0
  /// The number of those that are saved completely, by this run or earlier. They are counted once the list is there.
  public var complete = 0
  /// The number of items that could not be downloaded completely.
  public var failed = 0
  /// The number of list elements that could not be read; they are included in `failed`.
  public var unreadable = 0
  /// The number of listed items that could not be loaded: rows without content. They are included in `failed`.
  var missing = 0
  /// The first items that could not be downloaded completely.
  public var failures: [SyncFailure] = []
  /// The error that ended the run early; nil if everything was requested.
  public var ending: (any Error)?

  public init() {}

  /// Whether everything that was wanted is saved.
  public var isComplete: Bool { stage == .done && failed == 0 && ending == nil }

  /// Whether `complete` is known.
  public var isCounted: Bool { stage != .listing }

  /// Adds an item that could not be downloaded completely.
  mutating func add(_ failure: SyncFailure) {
    failed += 1
    if failures.count < Self.failureLimit { failures.append(failure) }
  }

  /// The number of failures that are remembered, which is all a message shows.
  private static let failureLimit = 5
}

/// An item that could not be downloaded completely.
public struct SyncFailure: Sendable {
  /// The name of the item: "post 5".
  public var item: String
  /// The error.
  public var error: any Error

  public init(item: String, error: any Error) {
    self.item = item
    self.error = error
  }
}
