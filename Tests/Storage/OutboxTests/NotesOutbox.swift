import Database
import DatabaseLive
import Foundation
import Outbox

extension Outbox<String> {
  /// Returns an empty outbox without a lease.
  static func notes() -> Self {
    Self(
      list: .table(
        .memory(), named: "notes", kind: .state, empty: Header(), key: { entry, _ in entry.id },
        record: { EntryRecord(id: $0.id, change: $0.change, sentAt: $0.sentAt, refusal: $0.refusal) },
        row: { Entry(id: $0.id, change: $0.change, sentAt: $0.sentAt, refusal: $0.refusal) },
        headerRecord: { HeaderRecord(lastID: $0.lastID, lease: $0.lease.map { LeaseRecord($0) }) },
        header: { Header(lastID: $0.lastID, lease: $0.lease?.lease) }))
  }
}

private struct EntryRecord: Codable {
  var id: Int64
  var change: String
  var sentAt: Date?
  var refusal: String?
}

private struct HeaderRecord: Codable {
  var lastID: Int64
  var lease: LeaseRecord?
}

private struct LeaseRecord: Codable {
  var owner: UUID
  var from: Date
  var until: Date

  init(_ lease: OutboxLease) {
    owner = lease.owner
    from = lease.from
    until = lease.until
  }

  var lease: OutboxLease { OutboxLease(owner: owner, from: from, until: until) }
}
