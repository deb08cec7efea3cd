import ItemsLoader
import NetworkClient
public import Repositories
public import Sync
public import TodosRepository

/// What came of getting all there is.
public struct SyncResult: Sendable {
  /// Each section, and what came of it.
  public var tallies: [(kind: SyncKind, tally: SyncTally)]
  /// What came of sending to-dos; nil where none were sent.
  public var delivery: TodoDelivery?
  /// Whether the sections were named; where they were not, one that the server does not have is no failure.
  public var isNamed: Bool

  public init(tallies: [(kind: SyncKind, tally: SyncTally)], delivery: TodoDelivery? = nil, isNamed: Bool = false) {
    (self.tallies, self.delivery, self.isNamed) = (tallies, delivery, isNamed)
  }

  /// Why the rest of a section was not asked for, where it should have been.
  public func ending(_ tally: SyncTally) -> (any Error)? { isMissing(tally) ? nil : tally.ending }

  /// Whether the server does not have the section, which nobody has asked for by its name.
  public func isMissing(_ tally: SyncTally) -> Bool {
    guard !isNamed, tally.listed == 0, case NetworkClient.Error.rejected(404)? = tally.ending else { return false }
    return true
  }

  /// What could not be had of a section, as sentences: "post 5: no answer in time: http://host."
  /// - `why`: why something failed, as a clause.
  /// - `ended`: why the rest of the section was not asked for, as a sentence.
  public func failures(
    of kind: SyncKind, _ tally: SyncTally, why: (_ error: any Error) -> String, ended: (_ error: any Error) -> String
  ) -> [String] {
    let items = tally.failures.map { "\($0.item): \(why($0.error))." }
    let unreadable = UnreadableItems(tally.unreadable).map { ["\(kind.name): \(why($0))."] } ?? []
    let more = tally.failed - tally.unreadable - tally.failures.count
    return items + (more > 0 ? ["\(more) more \(kind.name) failed."] : []) + unreadable
      + (ending(tally).map { [ended($0)] } ?? [])
  }

  /// Whether all that the server has is there, and nothing waits.
  public var isWhole: Bool {
    let isDelivered = delivery.map { $0.waiting == 0 && $0.refused.isEmpty } ?? true
    return isDelivered && tallies.allSatisfy { $0.tally.isWhole || (ending($0.tally) == nil && $0.tally.failed == 0) }
  }
}
