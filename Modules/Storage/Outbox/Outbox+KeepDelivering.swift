import Essentials
import Observed

/// The pauses between attempts to deliver.
public struct OutboxPauses: Sendable {
  /// Returns the part of the random half of a pause that is waited, from 0 to 1.
  public var jitter: @Sendable () -> Double
  private var failures = 0

  public init(jitter: @escaping @Sendable () -> Double = { .random(in: 0...1) }) { self.jitter = jitter }

  /// Returns the next pause: 2 to 4 seconds, then twice as long each time, up to 30 to 60 seconds.
  public mutating func next() -> Duration {
    let longest = min(4 << min(failures, 4), 60)
    failures += 1
    return .seconds(longest) / 2 * (1 + min(max(jitter(), 0), 1))
  }

  /// Starts again with the shortest pause.
  public mutating func reset() { failures = 0 }
}

extension Outbox {
  /// Delivers at once, after each addition or change and, while edits are waiting, after growing pauses, until the task
  /// is cancelled.
  /// - Parameters:
  ///   - clock: The clock that measures the pauses.
  ///   - pauses: The pauses between attempts while edits are waiting.
  ///   - deliver: Delivers the edits. An error counts as no answer.
  public func deliverUntilCancelled(
    clock: some Clock<Duration>, pauses: OutboxPauses = OutboxPauses(),
    deliver: @Sendable () async throws -> (hasDelivered: Bool, isWaiting: Bool)
  ) async {
    var pauses = pauses
    while !Task.isCancelled {
      let before = try? await waiting()
      let result = try? await deliver()
      if result?.hasDelivered == true { pauses.reset() }
      // An edit added during the delivery is either waiting now or was delivered with the rest.
      let after = try? await waiting()
      let isIdle = after?.isEmpty == true
      if isIdle { pauses.reset() }
      let isNew = after.map { after in !after.allSatisfy { before?.contains($0) ?? false } } ?? false
      if isNew { continue }
      await pause(for: isIdle ? nil : pauses.next(), unlessOtherThan: after ?? [], clock: clock)
    }
  }

  /// Returns the edits to deliver, without their dates of sending.
  private func waiting() async throws -> [Entry] {
    try await list.read().rows.filter(\.isWaiting).map { Entry(id: $0.id, change: $0.change) }
  }

  /// Waits for a pause, or until there is an edit to deliver that is not among the known ones.
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

/// Waits until the task is cancelled.
private func never() async {
  for await _ in AsyncStream<Void>(Void.self, { _ in }) {}
}
