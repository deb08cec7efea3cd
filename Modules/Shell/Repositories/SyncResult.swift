import CachedResource
import Database
public import Essentials
import Messages
import NetworkClient
public import Settings
public import Sync
import TodoDomain
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

  /// Returns whether the server does not have a section that was not named, but another one.
  public func isMissing(_ tally: SyncTally) -> Bool {
    !isNamed && tally.isNotFound && !tallies.allSatisfy(\.tally.isNotFound)
  }

  /// Returns the failures as sentences: "post 5: no answer in time: http://host." Those of the delivery come last.
  public func failures(_ settings: Settings) -> [String] {
    tallies.flatMap { kind, tally in
      func why(_ error: any Error) -> String { Messages.failure(error, server: kind.server(settings)) }
      let items = tally.failures.map { "\($0.item): \(why($0.error))." }
      let unreadable = UnreadableItems(tally.unreadable).map { ["\(kind.name): \(why($0))."] } ?? []
      let more = tally.failed - tally.unreadable - tally.failures.count
      let ending = ending(tally).map { error in
        error is DatabaseError
          ? ["\(kind.name): \(settings.cannot("save", error, kind == .todos ? "--state" : "--cache"))"]
          : ["\(kind.name): \(why(error)); the rest was not downloaded. \(Messages.advice(error))"]
      }
      let others = more > 0 ? ["\(Messages.counted(more, "more \(kind.name.dropLast())")) failed."] : []
      return items + others + unreadable + (ending ?? [])
    } + (delivery?.failures(settings.todosServer) ?? [])
  }

  /// Whether everything that the server has is saved, and no to-do waits.
  public var isComplete: Bool {
    let isDelivered = delivery.map { $0.waiting == 0 && $0.refused.isEmpty && $0.refusedBefore == 0 } ?? true
    return isDelivered
      && tallies.allSatisfy { $0.tally.isComplete || (ending($0.tally) == nil && $0.tally.failed == 0) }
  }
}

extension SyncTally {
  /// Whether the server knows nothing of the list, of which nothing was ever saved.
  fileprivate var isNotFound: Bool {
    guard listed == 0, saved == 0, case NetworkClient.Error.rejected(404)? = ending?.cause else { return false }
    return true
  }
}

extension TodoDelivery {
  /// The edits that the server has refused, as sentences.
  public var refusals: [String] {
    refused.map { item in
      let why =
        item.refusal.map { Messages.refusal($0.status, words: $0.words, isDeletion: $0.isDeletion) } ?? "it was refused"
      let title = item.todo.title.allSatisfy(\.isWhitespace) ? Messages.untitled : item.todo.title
      return "\(title): \(why). Open it in the reader to decide what to do."
    }
  }

  /// Returns the reason why an edit still waits, as a clause without a full stop.
  public func obstacle(_ server: URL) -> String {
    switch failure {
    case nil: "not everything was sent"
    case is TodoDeliverySettling: "an addition was sent, and \(server.absoluteString) does not list it yet"
    case let failure?: Messages.delivery(failure, server: server)
    }
  }

  /// Returns the refusals, and why edits still wait, as sentences.
  public func failures(_ server: URL) -> [String] {
    let before =
      "to-dos: \(Messages.counted(refusedBefore, "edit")) refused earlier. Open the to-do in the reader to decide what to do."
    return refusals + (refusedBefore > 0 ? [before] : [])
      + (waiting > 0 ? ["to-dos: \(obstacle(server)); unsent changes are saved."] : [])
  }
}

extension Settings {
  /// Returns the failure of an action in the folder of an option, and advice, as sentences.
  /// - Parameters:
  ///   - action: "save", or "read the bookmarks".
  ///   - error: The reason.
  ///   - option: The option that chooses the folder: "--cache".
  ///   - rest: The end of the clause: "; nothing changed".
  public func cannot(_ action: String, _ error: any Error, _ option: String, _ rest: String = "") -> String {
    let folder = option == "--state" || (error as? DatabaseError)?.isOfState == true ? state : cache
    return "cannot \(action) in \(folder.path(percentEncoded: false)) (\(Messages.savingFailure(error)))\(rest). "
      + Messages.savingAdvice(error, option: option)
  }
}
