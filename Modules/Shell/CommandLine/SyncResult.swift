import Database
import Essentials
import Messages
import NetworkClient
import Repositories
import Sync
import TodosRepository

/// What came of getting all there is.
struct SyncResult {
  var choice: Invocation.SyncChoice
  var tallies: [(kind: SyncKind, tally: SyncTally)]
  /// What came of sending to-dos; nil where none were sent.
  var delivery: TodoDelivery?
  var isStopped: Bool

  /// A line for each section: what is there.
  var text: String {
    tallies.map { kind, tally in
      var parts = ["\(tally.saved) saved"]
      switch kind {
      case .posts: parts.append("\(tally.complete) with author and comments")
      case .comics: parts.append("\(tally.complete) with picture")
      case .todos:
        if let delivery {
          let refused = delivery.refused.count
          parts += ["\(delivery.delivered) delivered", "\(refused) refused", "\(delivery.waiting) waiting to be sent"]
        }
      }
      if tally.failed > 0 { parts.append("\(tally.failed) failed") }
      return "\(kind.name): \(parts.joined(separator: ", "))\n"
    }.joined()
  }

  /// `{"posts": {"saved", "complete", "failed", "failure"}, …, "stopped"}`; to-dos have what `todos --deliver` has.
  func json(_ report: Report) -> String {
    let sections = tallies.map { kind, tally in
      let failure = (ending(tally).map { report.why($0, kind) }).json
      var fields = [#""saved":\#(tally.saved)"#]
      if kind != .todos { fields.append(#""complete":\#(tally.complete)"#) }
      if kind == .todos {
        let refused = delivery?.refused.map(\.json).joined(separator: ",") ?? ""
        fields.append(#""delivered":\#(delivery?.delivered ?? 0),"refused":[\#(refused)]"#)
        fields.append(#""waiting":\#((delivery?.waiting).map(String.init) ?? "null")"#)
      }
      fields.append(#""failed":\#(tally.failed),"failure":\#(failure)"#)
      return #""\#(kind.rawValue)":{\#(fields.joined(separator: ","))}"#
    }
    return "{\((sections + [#""stopped":\#(isStopped)"#]).joined(separator: ","))}\n"
  }

  /// Says what could not be had, and what can be done about it.
  func tell(_ report: Report) {
    for (kind, tally) in tallies {
      for failure in tally.failures { report.error("\(failure.item): \(report.why(failure.error, kind)).") }
      let more = tally.failed - tally.failures.count
      if more > 0 { report.error("\(more) more \(kind.name) failed.") }
      if let ending = ending(tally) {
        report.error(
          (ending as? DatabaseError).map { report.notKept($0, kind) }
            ?? "\(kind.name): \(report.why(ending, kind)); the rest was not asked for. \(Messages.advice(ending))")
      } else if isMissing(tally) {
        report.notice("there are no \(kind.name) at \(report.server(kind).absoluteString).")
      }
    }
    if let delivery {
      report.tell(delivery)
      if delivery.waiting > 0 { report.error("\(delivery.obstacle(report.server(.todos))); unsent changes are kept.") }
    }
    if isStopped {
      let names = choice.isNamed ? choice.kinds.map { " " + $0.rawValue }.joined() : ""
      report.error("stopped; what is saved stays. To go on: satchel sync\(names)")
    }
  }

  /// How the program ends.
  var status: Invocation.ExitStatus {
    if isStopped { return .interrupted }
    let isDelivered = delivery.map { $0.waiting == 0 && $0.refused.isEmpty } ?? true
    if isDelivered, tallies.allSatisfy({ $0.tally.isWhole || (ending($0.tally) == nil && $0.tally.failed == 0) }) {
      return .shown
    }
    let isNothing = tallies.allSatisfy { $0.tally.listed == 0 && $0.tally.ending != nil }
    return isNothing && (delivery?.delivered ?? 0) == 0 ? .unavailable : .incomplete
  }

  private func ending(_ tally: SyncTally) -> (any Error)? { isMissing(tally) ? nil : tally.ending }

  /// Whether the server does not have the section, which nobody has asked for by its name.
  private func isMissing(_ tally: SyncTally) -> Bool {
    guard !choice.isNamed, tally.listed == 0, case NetworkClient.Error.rejected(404)? = tally.ending else {
      return false
    }
    return true
  }
}

extension Report {
  /// The server of a section.
  fileprivate func server(_ kind: SyncKind) -> URL {
    switch kind {
    case .posts: invocation.server
    case .comics: invocation.comicsServer
    case .todos: invocation.todosServer
    }
  }

  fileprivate func why(_ error: any Error, _ kind: SyncKind) -> String {
    Messages.failure(error, server: server(kind))
  }

  fileprivate func notKept(_ error: DatabaseError, _ kind: SyncKind) -> String {
    let (folder, option) = kind == .todos ? (invocation.state, "--state") : (invocation.cache, "--cache")
    return "\(kind.name): \(notKept(error, in: folder)). \(Messages.keepingAdvice(error, option: option))"
  }
}
