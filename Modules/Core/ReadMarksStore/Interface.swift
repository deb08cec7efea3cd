public import ItemKind
public import Observed

/// Keeps which items of any kind were read. That cannot be had again: when a change returns, it is safe on disk.
///
/// The errors are `DatabaseError` and `CancellationError`; after one, nothing has changed.
public struct ReadMarksStore: Sendable {
  /// Marks items as read, and returns how many were not. Those are the batch's, which can be taken back as a whole.
  public var add: @Sendable (_ kind: ItemKind, _ ids: [String], _ batch: ReadMarksBatch) async throws -> Int
  /// Marks items as unread, and returns those that were read, each with the batch that marked it.
  public var remove: @Sendable (_ kind: ItemKind, _ ids: [String]) async throws -> [String: ReadMarksBatch]
  /// Marks as unread what a batch marked as read and is still read, and returns how many that were.
  public var takeBack: @Sendable (_ batch: ReadMarksBatch) async throws -> Int
  /// Those of some items that were read.
  public var marked: @Sendable (_ kind: ItemKind, _ ids: [String]) async throws -> Set<String>
  /// At most `limit` of the items that were read, in the order of their identifiers' bytes, from behind one on; nil for
  /// the first.
  public var ids: @Sendable (_ kind: ItemKind, _ last: String?, _ limit: Int) async throws -> [String]
  /// An element after every change, here or in another process, once it is noticed.
  public var changes: ChangeSignal

  public init(
    add: @escaping @Sendable (_ kind: ItemKind, _ ids: [String], _ batch: ReadMarksBatch) async throws -> Int,
    remove: @escaping @Sendable (_ kind: ItemKind, _ ids: [String]) async throws -> [String: ReadMarksBatch],
    takeBack: @escaping @Sendable (_ batch: ReadMarksBatch) async throws -> Int,
    marked: @escaping @Sendable (_ kind: ItemKind, _ ids: [String]) async throws -> Set<String>,
    ids: @escaping @Sendable (_ kind: ItemKind, _ last: String?, _ limit: Int) async throws -> [String],
    changes: ChangeSignal
  ) {
    self.add = add
    self.remove = remove
    self.takeBack = takeBack
    self.marked = marked
    self.ids = ids
    self.changes = changes
  }
}

/// Names what was marked as read in one go.
public struct ReadMarksBatch: Hashable, Sendable {
  /// Tells it from all others.
  public var number: Int64

  public init(_ number: Int64) { self.number = number }

  /// A new one.
  public static func random() -> Self { Self(.random(in: .min ... .max)) }
}
