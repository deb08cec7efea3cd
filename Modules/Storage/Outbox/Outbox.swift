// Edits that a server has not received yet, sent in order, each once.

public import Essentials

/// Edits that a server has not received yet, in order. An edit leaves the outbox only when it is delivered or a person
/// discards it.
///
/// It throws the errors of its list.
public struct Outbox<Change: Equatable & Sendable>: Sendable {
  /// The list that the edits are stored in.
  public var list: TransactionalRows<Entry, Header>

  public init(list: TransactionalRows<Entry, Header>) { self.list = list }

  /// The stored edits and header at one moment.
  public typealias Contents = TransactionalRows<Entry, Header>.Contents

  /// An edit and its delivery state.
  public struct Entry: Equatable, Sendable, Identifiable {
    /// The number of the edit. Numbers increase and are never reused.
    public var id: Int64
    /// The edit.
    public var change: Change
    /// The date when it was last sent without an answer; nil if it certainly was not sent.
    ///
    /// An edit that was sent must not be modified any more, because the server may already have it.
    public var sentAt: Date?
    /// The reason of a refusal, as `send` returned it; nil for a waiting edit.
    public var refusal: String?

    public init(id: Int64, change: Change, sentAt: Date? = nil, refusal: String? = nil) {
      self.id = id
      self.change = change
      self.sentAt = sentAt
      self.refusal = refusal
    }

    /// Whether it is still to be delivered.
    public var isWaiting: Bool { refusal == nil }
  }

  /// The header of the outbox.
  public struct Header: Equatable, Sendable {
    /// The number of the newest edit that was ever added.
    public var lastID: Int64
    /// The lease of the process that delivers, if there is one.
    public var lease: OutboxLease?

    public init(lastID: Int64 = 0, lease: OutboxLease? = nil) {
      self.lastID = lastID
      self.lease = lease
    }
  }

  /// Fails at every endpoint.
  public static func failing(_ error: any Error) -> Self { Self(list: .failing(error)) }
}

extension TransactionalRows.Contents {
  /// Appends an edit.
  public mutating func append<Change>(_ change: Change)
  where Row == Outbox<Change>.Entry, Header == Outbox<Change>.Header {
    header.lastID += 1
    rows.append(Row(id: header.lastID, change: change))
  }

  /// Marks an edit as refused.
  public mutating func setAside<Change>(_ id: Row.ID, _ reason: String)
  where Row == Outbox<Change>.Entry, Header == Outbox<Change>.Header {
    guard let index = rows.firstIndex(where: { $0.id == id }) else { return }
    rows[index].refusal = reason
    rows[index].sentAt = nil
  }
}
