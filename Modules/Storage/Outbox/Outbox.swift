// Edits that a server has not received yet, sent in order, each once.

public import Essentials
public import TransactionalRows

/// Changes made here that a server has still to hear of, in order. Nothing leaves it but by being delivered, or by
/// somebody's decision.
///
/// Its errors are those of the list it is kept in.
public struct Outbox<Change: Equatable & Sendable>: Sendable {
  /// Where it is kept.
  public var list: TransactionalRows<Entry, Header>

  public init(list: TransactionalRows<Entry, Header>) { self.list = list }

  /// What is kept of it at one moment.
  public typealias Contents = TransactionalRows<Entry, Header>.Contents

  /// A change and what has become of it so far.
  public struct Entry: Equatable, Sendable, Identifiable {
    /// Counts the changes; never given twice.
    public var id: Int64
    /// What was changed.
    public var change: Change
    /// When it was last sent without the server's answer having come; nil where it certainly was not sent.
    ///
    /// What is sent must not be changed any more: the server may have it already as it was.
    public var sentAt: Date?
    /// Why the server has refused it, in the words of whoever sends it; nil for what waits.
    public var refusal: String?

    public init(id: Int64, change: Change, sentAt: Date? = nil, refusal: String? = nil) {
      self.id = id
      self.change = change
      self.sentAt = sentAt
      self.refusal = refusal
    }

    /// Whether it is to be delivered.
    public var isWaiting: Bool { refusal == nil }
  }

  /// What is known of the whole.
  public struct Header: Equatable, Sendable {
    /// The number of the newest change there ever was.
    public var lastID: Int64
    /// Who delivers.
    public var lease: OutboxLease?

    public init(lastID: Int64 = 0, lease: OutboxLease? = nil) {
      self.lastID = lastID
      self.lease = lease
    }
  }

  /// Fails at everything.
  public static func failing(_ error: any Error) -> Self { Self(list: .failing(error)) }
}

extension TransactionalRows.Contents {
  /// Puts a change at the end.
  public mutating func append<Change>(_ change: Change)
  where Row == Outbox<Change>.Entry, Header == Outbox<Change>.Header {
    header.lastID += 1
    rows.append(Row(id: header.lastID, change: change))
  }
}
