import Database
import Essentials
import FullSync
import Messages
import NetworkClient
import Repositories
import Sync
import TodosRepository

extension SyncResult {
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
  func json(isStopped: Bool, _ report: Report) -> String {
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
      let failures = failures(
        of: kind, tally, why: { report.why($0, kind) },
        ended: { ending in
          (ending as? DatabaseError).map { report.notKept($0, kind) }
            ?? "\(kind.name): \(report.why(ending, kind)); the rest was not asked for. \(Messages.advice(ending))"
        })
      for failure in failures { report.error(failure) }
      if isMissing(tally) {
        report.notice("there are no \(kind.name) at \(report.server(kind).absoluteString).")
      }
    }
    if let delivery {
      report.tell(delivery)
      if delivery.waiting > 0 { report.error("\(delivery.obstacle(report.server(.todos))); unsent changes are kept.") }
    }
  }

  /// How the program ends.
  var status: Invocation.ExitStatus {
    if isWhole { return .shown }
    let isNothing = tallies.allSatisfy { $0.tally.listed == 0 && $0.tally.ending != nil }
    return isNothing && (delivery?.delivered ?? 0) == 0 ? .unavailable : .incomplete
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
