import Foundation
import Outbox
import Synchronization
import TestSupport
import Testing

/// The values passed to `send`, and a date shared by all senders.
final class DeliveryScenario: Sendable {
  let sent = CallRecorder<Outbox<String>.Entry>()
  private let seconds = Mutex(1_000.0)

  var now: Date { Date(timeIntervalSince1970: seconds.withLock { $0 }) }

  func wait(_ duration: Double) { seconds.withLock { $0 += duration } }

  func sender() -> OutboxSender { OutboxSender(owner: UUID(), lease: .seconds(15), now: { self.now }) }
}

struct DeliverTests {
  typealias Entry = Outbox<String>.Entry
  struct NoAnswer: Error {}

  private let scenario = DeliveryScenario()
  private let sut = Outbox<String>.notes()

  private func add(_ changes: String...) async throws {
    try await sut.list.edit { for change in changes { $0.append(change) } }
  }

  /// Gives the lease to another sender.
  private func takeLease(from start: Date? = nil) async throws {
    let start = start ?? scenario.now
    try await sut.list.edit {
      $0.header.lease = OutboxLease(owner: UUID(), from: start, until: start.addingTimeInterval(15))
    }
  }

  private func deliver(
    as sender: OutboxSender? = nil, _ answer: @escaping @Sendable (String) async throws -> Outbox<String>.Answer
  ) async throws -> Outbox<String>.Delivery {
    try await sut.deliver(as: sender ?? scenario.sender()) { [scenario] entry, _ in
      scenario.sent.record(entry)
      return try await answer(entry.change)
    }
  }

  @Test func `waiting entries are sent once and in order, leaving an empty outbox without a lease`() async throws {
    try await add("a", "b", "c")
    let delivery = try await deliver { _ in .delivered }
    #expect(delivery.delivered.map(\.change) == ["a", "b", "c"])
    #expect(delivery.failure == nil)
    #expect(scenario.sent.all.map(\.id) == [1, 2, 3])
    #expect(scenario.sent.all.allSatisfy { $0.sentAt == nil })
    #expect(try await sut.list.read().rows == [])
    #expect(try await sut.list.read().header == .init(lastID: 3))
    try await add("d")
    #expect(try await sut.list.read().rows.map(\.id) == [4])
  }

  @Test func `an entry has its sentAt date before it is sent`() async throws {
    try await add("a")
    _ = try await deliver { [sut, scenario] _ in
      let rows = try await sut.list.read().rows
      #expect(rows.map(\.sentAt) == [scenario.now])
      return .delivered
    }
    #expect(scenario.sent.all.count == 1)
  }

  @Test func `onLease reports each lease and renewal to the sender, in order of time`() async throws {
    try await add("a", "b")
    let leases = CallRecorder<ContinuousClock.Instant>()
    let scenario = scenario
    let sender = OutboxSender(
      owner: UUID(), lease: .seconds(15), now: { scenario.now }, onLease: { leases.record($0) })
    let start = ContinuousClock.now
    _ = try await sut.deliver(as: sender) { entry, renew in
      let count = leases.all.count
      #expect(count == (entry.change == "a" ? 1 : 3))
      let before = ContinuousClock.now
      try await renew()
      #expect(leases.all.count == count + 1)
      #expect(leases.all.last.map { $0 >= before } == true)
      return .delivered
    }
    #expect(leases.all.sorted() == leases.all)
    #expect(leases.all.first.map { $0 >= start } == true)
  }

  @Test func `a refused entry stays in the outbox with its reason, and later entries are delivered`() async throws {
    try await add("a", "b", "c")
    let delivery = try await deliver { $0 == "b" ? .refused("no") : .delivered }
    #expect(delivery.delivered.map(\.change) == ["a", "c"])
    #expect(delivery.refused.map(\.change) == ["b"])
    #expect(try await sut.list.read().rows == [Entry(id: 2, change: "b", refusal: "no")])
    #expect(try await deliver { _ in .delivered }.delivered.isEmpty)
  }

  @Test(arguments: [true, false])
  func `entries without an answer stay, and sentAt is set only if the first may have arrived`(mayHave: Bool)
    async throws
  {
    try await add("a", "b")
    let sentAt = scenario.now
    let delivery = try await deliver { _ in .unanswered(NoAnswer(), mayHaveArrived: mayHave) }
    #expect(delivery.failure is NoAnswer)
    #expect(delivery.delivered.isEmpty)
    #expect(try await sut.list.read().rows.map(\.sentAt) == [mayHave ? sentAt : nil, nil])
    #expect(try await sut.list.read().header.lease == nil)
    scenario.wait(5)
    _ = try await deliver { _ in .unanswered(NoAnswer(), mayHaveArrived: false) }
    #expect(scenario.sent.all.map(\.sentAt) == [nil, mayHave ? sentAt : nil])
    #expect(
      try await sut.list.read().rows[0].sentAt == (mayHave ? sentAt : nil),
      "an attempt that did not arrive leaves the mark unchanged")
  }

  @Test func `a second delivery during a running one fails as busy and sends nothing`() async throws {
    try await add("a")
    let delivery = try await deliver { [sut, scenario] _ in
      let other = try await sut.deliver(as: scenario.sender()) { entry, _ in
        scenario.sent.record(entry)
        return .delivered
      }
      #expect(other.failure is OutboxBusy)
      #expect(other.delivered.isEmpty)
      return .delivered
    }
    #expect(delivery.delivered.count == 1)
    #expect(scenario.sent.all.count == 1)
  }

  @Test func `the lease of a killed sender blocks others until it expires, and its entry retains sentAt`() async throws
  {
    try await add("a")
    let sentAt = scenario.now
    try await sut.list.edit { [scenario] contents in
      contents.rows[0].sentAt = sentAt
      contents.header.lease = OutboxLease(owner: UUID(), from: sentAt, until: scenario.now.addingTimeInterval(15))
    }
    scenario.wait(14.9)
    #expect(try await deliver { _ in .delivered }.failure is OutboxBusy)
    scenario.wait(0.1)
    #expect(try await deliver { _ in .delivered }.delivered.map(\.sentAt) == [sentAt])
  }

  @Test func `a lease that begins in the future does not block a delivery`() async throws {
    try await add("a")
    try await takeLease(from: scenario.now.addingTimeInterval(60))
    #expect(try await deliver { _ in .delivered }.delivered.count == 1)
  }

  @Test func `delivering an empty outbox writes nothing`() async throws {
    let revision = try await sut.list.read().revision
    let delivery = try await deliver { _ in .delivered }
    #expect(delivery.delivered.isEmpty)
    #expect(delivery.failure == nil)
    #expect(try await sut.list.read().revision == revision)
  }

  @Test func `renewing extends the lease and updates sentAt`() async throws {
    try await add("a")
    let other = scenario.sender()
    _ = try await sut.deliver(as: scenario.sender()) { [sut, scenario] _, renew in
      scenario.wait(14)
      try await renew()
      #expect(try await sut.list.read().rows[0].sentAt == scenario.now)
      scenario.wait(14)
      let busy = try await sut.deliver(as: other) { _, _ in .delivered }
      #expect(busy.failure is OutboxBusy)
      return .delivered
    }
    #expect(try await sut.list.read().rows == [])
  }

  @Test func `a sender whose lease was taken over fails as busy at its next renewal and sends no more`() async throws {
    try await add("a", "b")
    let other = scenario.sender()
    let late = try await sut.deliver(as: scenario.sender()) { [sut, scenario] _, renew in
      scenario.wait(15)
      let delivery = try await sut.deliver(as: other) { entry, _ in
        scenario.sent.record(entry)
        return entry.change == "a" ? .delivered : .unanswered(NoAnswer(), mayHaveArrived: true)
      }
      #expect(delivery.delivered.count == 1)
      try await renew()
      Issue.record("the lease was renewed, although another sender has one")
      return .delivered
    }
    #expect(late.failure is OutboxBusy)
    #expect(late.delivered.isEmpty)
    #expect(try await sut.list.read().rows.map(\.change) == ["b"])
  }

  @Test func `an answer that arrives after another sender took the lease still removes its entry`() async throws {
    try await add("a", "b")
    let late = try await sut.deliver(as: scenario.sender()) { entry, _ in
      scenario.wait(15)
      try await takeLease()
      return .delivered
    }
    #expect(late.delivered.map(\.change) == ["a"])
    #expect(late.failure is OutboxBusy)
    #expect(try await sut.list.read().rows.map(\.change) == ["b"])
    #expect(try await sut.list.read().header.lease != nil, "the lease of the other sender stays")
  }

  @Test func `a renewal fails as busy when another sender holds the lease`() async throws {
    try await add("a")
    let late = try await sut.deliver(as: scenario.sender()) { _, renew in
      try await takeLease()
      try await renew()
      Issue.record("the lease was renewed, although another sender has one")
      return .delivered
    }
    #expect(late.failure is OutboxBusy)
    #expect(late.delivered.isEmpty)
    #expect(try await sut.list.read().rows.count == 1)
  }

  @Test func `an unsent entry retains the sentAt of another sender that took over`() async throws {
    try await add("a")
    let other = scenario.sender()
    _ = try await sut.deliver(as: scenario.sender()) { [sut, scenario] _, _ in
      scenario.wait(15)
      _ = try await sut.deliver(as: other) { _, _ in .unanswered(NoAnswer(), mayHaveArrived: true) }
      return .unanswered(NoAnswer(), mayHaveArrived: false)
    }
    #expect(try await sut.list.read().rows.allSatisfy { $0.sentAt != nil })
    #expect(try await sut.list.read().rows.count == 1)
  }

  @Test func `a delivery cancelled while sending leaves sentAt and releases the lease`() async throws {
    try await add("a")
    await #expect(throws: CancellationError.self) { try await deliver { _ in throw CancellationError() } }
    #expect(try await sut.list.read().rows[0].sentAt != nil)
    #expect(try await sut.list.read().header.lease == nil)
  }

  @Test(arguments: [false, true]) func `a delivery cancelled before sending leaves no sentAt and no lease`(
    isUntold: Bool
  ) async throws {
    try await add("a")
    // The mark is written, even if the sender does not learn of it.
    var sut = sut
    sut.list.edit = { [edit = sut.list.edit] change in
      try await edit(change)
      withUnsafeCurrentTask { $0?.cancel() }
      if isUntold { throw CancellationError() }
    }
    await #expect(throws: CancellationError.self) {
      try await Task { [sut, scenario] in
        try await sut.deliver(as: scenario.sender()) { entry, _ in
          scenario.sent.record(entry)
          return .delivered
        }
      }.value
    }
    #expect(scenario.sent.all == [])
    let contents = try await sut.list.read()
    #expect(contents.rows.map(\.change) == ["a"])
    #expect(contents.rows.map(\.sentAt) == [nil])
    #expect(contents.header.lease == nil)
  }

  @Test func `a delivery from an unreadable outbox throws`() async {
    let sut = Outbox<String>.failing(NoAnswer())
    await #expect(throws: NoAnswer.self) {
      try await sut.deliver(as: scenario.sender()) { _, _ in .delivered }
    }
  }
}
