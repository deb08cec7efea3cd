import Essentials
public import TransactionalRows

extension Outbox {
  /// What came of sending a change.
  public enum Answer: Sendable {
    /// The server has it.
    case delivered
    /// The server does not want it, for this reason.
    case refused(String)
    /// Nobody knows, or it was not sent. `mayHaveArrived` says whether the server may have it all the same.
    case unanswered(any Error, mayHaveArrived: Bool)
  }

  /// What came of delivering.
  public struct Delivery: Sendable {
    /// The changes that the server has taken, in order.
    public var delivered: [Entry]
    /// Those that it has refused.
    public var refused: [Entry]
    /// Why the rest waits still.
    public var failure: (any Error)?

    public init(delivered: [Entry] = [], refused: [Entry] = [], failure: (any Error)? = nil) {
      (self.delivered, self.refused, self.failure) = (delivered, refused, failure)
    }
  }

  /// Sends what waits, oldest first, one after the other, until one gets no answer. What is refused is set aside, and
  /// the rest goes on.
  ///
  /// Every change is marked on disk as sent before it is, and leaves the outbox when its answer is there; whoever is
  /// killed in between leaves the mark, by which `send` knows that the server may have the change already.
  /// - `send`: sends a change; `entry.sentAt` is when it was last sent without an answer, nil where it never was.
  ///   `renew` says that it is sent now and we are still there, and throws `OutboxBusy` where somebody else has taken
  ///   over; it is to be called before a change that comes after other requests.
  /// - `refuse`: sets a change aside, and whatever depends on it.
  /// - Throws: what `list` throws, or `CancellationError`.
  public func deliver(
    as sender: OutboxSender,
    send: (_ entry: Entry, _ renew: @escaping @Sendable () async throws -> Void) async throws -> Answer,
    refuse: @escaping @Sendable (_ contents: inout Contents, _ id: Entry.ID, _ reason: String) -> Void = Self.setAside
  ) async throws -> Delivery {
    var delivery = Delivery()
    do {
      var next = try await leasing(sender) { try await list.update { try $0.begin(sender) } }
      while let entry = next {
        switch try await send(entry, { try await renew(sender, entry.id) }) {
        case .delivered:
          // Whoever has taken over meanwhile finds it delivered; that it is, is true for all of us.
          let step = try await settle(as: sender) { $0.rows.removeAll { $0.id == entry.id } }
          delivery.delivered.append(entry)
          next = try step.get()
        case .refused(let reason):
          let step = try await settle(as: sender) { refuse(&$0, entry.id, reason) }
          delivery.refused.append(entry)
          next = try step.get()
        case .unanswered(let error, let mayHaveArrived):
          if !mayHaveArrived { try await unmark(entry, as: sender) }
          delivery.failure = error
          next = nil
        }
      }
    } catch let error as OutboxBusy {
      delivery.failure = error
      return delivery
    } catch {
      await release(sender)
      throw error
    }
    await release(sender)
    return delivery
  }

  /// Marks a change as refused.
  public static var setAside: @Sendable (_ contents: inout Contents, _ id: Entry.ID, _ reason: String) -> Void {
    { contents, id, reason in
      guard let index = contents.rows.firstIndex(where: { $0.id == id }) else { return }
      (contents.rows[index].refusal, contents.rows[index].sentAt) = (reason, nil)
    }
  }

  /// Settles one change and begins with the next, in one step: that is half of the writes to the disk.
  private func settle(
    as sender: OutboxSender, _ settle: @escaping @Sendable (inout Contents) -> Void
  ) async throws -> Result<Entry?, OutboxBusy> {
    try await leasing(sender) {
      try await list.update { contents in
        settle(&contents)
        return Result { () throws(OutboxBusy) in try contents.begin(sender) }
      }
    }
  }

  /// Takes or renews the lease, and tells since when it lasts at least.
  private func leasing<Value>(_ sender: OutboxSender, _ work: () async throws -> Value) async throws -> Value {
    let start = ContinuousClock.now
    let value = try await work()
    sender.onLease(start)
    return value
  }

  private func renew(_ sender: OutboxSender, _ id: Entry.ID) async throws {
    try await leasing(sender) {
      try await list.edit { contents in
        let now = sender.now()
        guard contents.header.lease?.owner == sender.owner,
          let index = contents.rows.firstIndex(where: { $0.id == id })
        else { throw OutboxBusy() }
        contents.header.lease = sender.lease(at: now)
        contents.rows[index].sentAt = now
      }
    }
  }

  /// It did not leave this machine: it is as it was before, unless somebody who has taken over has sent it since.
  private func unmark(_ entry: Entry, as sender: OutboxSender) async throws {
    try await list.edit { contents in
      guard contents.header.lease?.owner == sender.owner,
        let index = contents.rows.firstIndex(where: { $0.id == entry.id })
      else { return }
      contents.rows[index].sentAt = entry.sentAt
    }
  }

  /// Lets others deliver, also when this task was cancelled. Where that fails, the lease ends by itself.
  private func release(_ sender: OutboxSender) async {
    await Task {
      try? await list.edit { contents in
        if contents.header.lease?.owner == sender.owner { contents.header.lease = nil }
      }
    }.value
  }
}

extension TransactionalRows.Contents {
  /// Takes or renews the lease, and marks the first change that waits as sent; returns it as it was before.
  /// - Throws: `OutboxBusy`.
  fileprivate mutating func begin<Change>(_ sender: OutboxSender) throws(OutboxBusy) -> Row?
  where Row == Outbox<Change>.Entry, Header == Outbox<Change>.Header {
    let now = sender.now()
    guard let index = rows.firstIndex(where: \.isWaiting) else { return nil }
    if let lease = header.lease, lease.keepsOut(sender.owner, at: now) { throw OutboxBusy() }
    header.lease = sender.lease(at: now)
    let entry = rows[index]
    if entry.sentAt == nil { rows[index].sentAt = now }
    return entry
  }
}
