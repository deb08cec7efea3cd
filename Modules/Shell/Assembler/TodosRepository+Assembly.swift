import Database
import Essentials
import NetworkClient
import Outbox
import TodosRepository
import TodosRepositoryLive
import TodosServiceLive
import TodosStore
import TodosStoreLive

extension TodosRepository {
  /// The to-dos of one server, and what was changed of them here.
  /// - Parameters:
  ///   - base: the address that the server's resources lie under.
  ///   - database: where they are kept: what waits cannot be had again.
  ///   - timeout: how long one request may take.
  static func live(
    client: NetworkClient, base: URL, database: Database, timeout: Duration, clock: some Clock<Duration>,
    now: @escaping @Sendable () -> Date
  ) -> Self {
    // Whoever is silent for longer than any request takes is not there any more; and what was sent longer ago than that
    // has arrived, or will not.
    let silence = timeout + .seconds(5)
    let deadline = SendDeadline()
    return .live(
      service: .service(client: client.sendingChanges(before: deadline), base: base), store: .live(database: database),
      outbox: .live(database: database),
      sender: OutboxSender(
        owner: UUID(), lease: silence, now: now,
        // What is sent by then has arrived when the lease ends.
        onLease: { deadline.value = $0 + timeout }), settling: silence, clock: clock)
  }
}
