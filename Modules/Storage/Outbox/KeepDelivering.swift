import Essentials
import Observed
import TransactionalRows

/// How long to wait before what got no answer is sent again.
public struct OutboxPauses: Sendable {
  /// From 0 to 1, how much of the random half of a pause is waited.
  public var jitter: @Sendable () -> Double
  private var failures = 0

  public init(jitter: @escaping @Sendable () -> Double = { .random(in: 0...1) }) { self.jitter = jitter }

  /// The next pause: 2 to 4 seconds, then twice as long and so on, up to 30 to 60.
  public mutating func next() -> Duration {
    let longest = min(4 << min(failures, 4), 60)
    failures += 1
    return .seconds(longest) / 2 * (1 + min(max(jitter(), 0), 1))
  }

  /// The server has answered: the pauses begin anew.
  public mutating func reset() { failures = 0 }
}

extension Outbox {
  /// Delivers at once, whenever something is added or changed, and while something waits after growing pauses, until
  /// the task is cancelled.
  /// - `deliver`: delivers; a failure of its own is as no answer.
  public func deliverUntilCancelled(
    clock: some Clock<Duration>, pauses: OutboxPauses = OutboxPauses(),
    deliver: @Sendable () async throws -> (hasDelivered: Bool, isWaiting: Bool)
  ) async {
    var pauses = pauses
    while !Task.isCancelled {
      let before = try? await waiting()
      let result = try? await deliver()
      if result?.hasDelivered == true { pauses.reset() }
      // What came while it was delivering is among what waits, or was delivered with the rest.
      let after = try? await waiting()
      let isIdle = after?.isEmpty == true
      if isIdle { pauses.reset() }
      let isNew = after.map { after in !after.allSatisfy { before?.contains($0) ?? false } } ?? false
      if isNew { continue }
      await pause(for: isIdle ? nil : pauses.next(), unlessOtherThan: after ?? [], clock: clock)
    }
  }

  /// What is to be delivered, whether it was sent or not.
  private func waiting() async throws -> [Entry] {
    try await list.read().rows.filter(\.isWaiting).map { Entry(id: $0.id, change: $0.change) }
  }

  /// Waits until the pause is over, or something is to be delivered that was not before.
  private func pause(for pause: Duration?, unlessOtherThan known: [Entry], clock: some Clock<Duration>) async {
    let changes = list.changes.stream()
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        guard let pause else { return await never() }
        try? await clock.sleep(for: pause)
      }
      group.addTask {
        @Sendable func isOther() async -> Bool {
          guard let now = try? await waiting() else { return false }
          return !now.allSatisfy(known.contains)
        }
        if await isOther() { return }
        for await _ in changes where await isOther() { return }
        await never()
      }
      await group.next()
      group.cancelAll()
    }
  }
}

/// Until the task is cancelled.
private func never() async {
  for await _ in AsyncStream<Void>(Void.self, { _ in }) {}
}
