import CachedResource
import NetworkClient
public import Sync
public import TodosRepository

/// The result of a download of everything.
public struct SyncResult: Sendable {
  /// The result of each section.
  public var tallies: [(kind: SyncKind, tally: SyncTally)]
  /// The delivery of to-dos; nil where none was attempted.
  public var delivery: TodoDelivery?
  /// Whether the sections were named. If not, a section that the server does not have is no failure.
  public var isNamed = false

  public init(tallies: [(kind: SyncKind, tally: SyncTally)], delivery: TodoDelivery? = nil) {
    self.tallies = tallies
    self.delivery = delivery
  }

  /// Returns the error that ended a section early; nil for a complete or missing section.
  public func ending(_ tally: SyncTally) -> (any Error)? { isMissing(tally) ? nil : tally.ending }

  /// Returns whether the server does not have a section that was not named.
  public func isMissing(_ tally: SyncTally) -> Bool {
    guard !isNamed, tally.listed == 0, case NetworkClient.Error.rejected(404)? = tally.ending else { return false }
    return true
  }

  /// Returns the failures of a section as sentences: "post 5: no answer in time: http://host."
  /// - Parameters:
  ///   - why: Returns a clause about a failure.
  ///   - ended: Returns a sentence about why the rest of the section was not asked for.
  public func failures(
    of kind: SyncKind, _ tally: SyncTally, why: (_ error: any Error) -> String, ended: (_ error: any Error) -> String
  ) -> [String] {
    let items = tally.failures.map { "\($0.item): \(why($0.error))." }
    let unreadable = UnreadableItems(tally.unreadable).map { ["\(kind.name): \(why($0))."] } ?? []
    let more = tally.failed - tally.unreadable - tally.failures.count
    return items + (more > 0 ? ["\(more) more \(kind.name) failed."] : []) + unreadable
      + (ending(tally).map { [ended($0)] } ?? [])
  }

  /// Whether everything that the server has is saved, and no to-do waits.
  public var isWhole: Bool {
    let isDelivered = delivery.map { $0.waiting == 0 && $0.refused.isEmpty } ?? true
    return isDelivered && tallies.allSatisfy { $0.tally.isWhole || (ending($0.tally) == nil && $0.tally.failed == 0) }
  }
}
