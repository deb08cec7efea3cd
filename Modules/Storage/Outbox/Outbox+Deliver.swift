import Essentials
import Observed

extension Outbox {
  /// The result of sending an edit.
  public enum Answer: Sendable {
    /// The server has accepted it.
    case delivered
    /// The server has refused it, for this reason.
    case refused(String)
    /// The result is unknown, or the edit was not sent. `mayHaveArrived` says whether the server may have it all the
    /// same.
    case unanswered(any Error, mayHaveArrived: Bool)
  }

  /// The result of a delivery.
  public struct Delivery: Sendable {
    /// The edits that the server has accepted, in order.
    public var delivered: [Entry] = []
    /// The edits that it has refused.
    public var refused: [Entry] = []
    /// The reason why the rest is still waiting.
    public var failure: (any Error)?
  }

  /// Sends the waiting edits one after the other, oldest first, until one gets no answer. A refused edit is set aside,
  /// and the next one is sent.
  ///
  /// Every edit is marked on disk as sent before it is sent, and leaves the outbox when its answer arrives. If the
  /// process is killed in between, the mark remains and tells `send` that the server may already have the edit.
  /// - Parameters:
  ///   - sender: The identity of this process, for its lease.
  ///   - send: Sends an edit. `entry.sentAt` is the date when it was last sent without an answer; nil if it never was.
  ///     `renew` renews the lease and the date of sending, and throws `OutboxBusy` if another process has taken over.
  ///     Call it before sending an edit that follows other requests.
  ///   - refuse: Sets an edit aside, together with those that depend on it.
  /// - Throws: The errors of `list`, or `CancellationError`.
  public func deliver(
    as sender: OutboxSender,
    send: (_ entry: Entry, _ renew: @escaping @Sendable () async throws -> Void) async throws -> Answer,
    refuse: @escaping @Sendable (_ contents: inout Contents, _ id: Entry.ID, _ reason: String) -> Void = {
      $0.setAside($1, $2)
    }
  ) async throws -> Delivery {
    var delivery = Delivery()
    // The edit that got its mark in this delivery and was not sent yet.
    let unsent = Observed<Entry.ID?>(nil)
    do {
      var next = try await leasing(sender) { try await list.update { try $0.begin(sender, unsent) } }
      while let entry = next {
        try Task.checkCancellation()
        unsent.replace(with: nil)
        switch try await send(entry, { try await renew(sender, entry.id) }) {
        case .delivered:
          // A delivered edit is removed even if another process has taken over, because that is true for all of them.
          let step = try await finish(as: sender, unsent) { $0.rows.removeAll { $0.id == entry.id } }
          delivery.delivered.append(entry)
          next = try step.get()
        case .refused(let reason):
          let step = try await finish(as: sender, unsent) { refuse(&$0, entry.id, reason) }
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
      await release(sender, unsent)
      throw error
    }
    await release(sender, unsent)
    return delivery
  }

  /// Finishes one edit and begins with the next in one transaction, which halves the writes to the disk.
  private func finish(
    as sender: OutboxSender, _ unsent: Observed<Entry.ID?>, _ edit: @escaping @Sendable (inout Contents) -> Void
  ) async throws -> Result<Entry?, OutboxBusy> {
    try await leasing(sender) {
      try await list.update { contents in
        edit(&contents)
        return Result { () throws(OutboxBusy) in try contents.begin(sender, unsent) }
      }
    }
  }

  /// Takes or renews the lease, and reports a time before it began.
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

  /// Restores the mark of an edit that was not sent, unless another process has taken over and sent it since.
  private func unmark(_ entry: Entry, as sender: OutboxSender) async throws {
    try await list.edit { contents in
      guard contents.header.lease?.owner == sender.owner,
        let index = contents.rows.firstIndex(where: { $0.id == entry.id })
      else { return }
      contents.rows[index].sentAt = entry.sentAt
    }
  }

  /// Gives up the lease, and removes the mark of an edit that was cancelled before it was sent. This is done even if this
  /// task is cancelled; if it fails, the lease expires, and the edit counts as one that may have arrived.
  private func release(_ sender: OutboxSender, _ unsent: Observed<Entry.ID?>) async {
    await Task {
      try? await list.edit { contents in
        guard contents.header.lease?.owner == sender.owner else { return }
        contents.header.lease = nil
        // Looked up here, because a cancelled task does not learn which edit it has marked.
        if let id = unsent.value, let index = contents.rows.firstIndex(where: { $0.id == id }) {
          contents.rows[index].sentAt = nil
        }
      }
    }.value
  }
}

extension TransactionalRows.Contents {
  /// Takes or renews the lease and marks the first waiting edit as sent. Returns that edit as it was before.
  /// - Parameter unsent: Becomes the edit if it had no mark.
  /// - Throws: `OutboxBusy`.
  fileprivate mutating func begin<Change>(
    _ sender: OutboxSender, _ unsent: Observed<Row.ID?>
  ) throws(OutboxBusy) -> Row? where Row == Outbox<Change>.Entry, Header == Outbox<Change>.Header {
    let now = sender.now()
    guard let index = rows.firstIndex(where: \.isWaiting) else { return nil }
    if let lease = header.lease, lease.keepsOut(sender.owner, at: now) { throw OutboxBusy() }
    header.lease = sender.lease(at: now)
    let entry = rows[index]
    if entry.sentAt == nil {
      rows[index].sentAt = now
      unsent.replace(with: entry.id)
    }
    return entry
  }
}
