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
  /// Returns a repository for the to-dos of one server and the edits made here.
  /// - Parameters:
  ///   - base: The base address of the server's resources.
  ///   - database: The state database: waiting edits cannot be downloaded again.
  ///   - timeout: The longest duration of one request.
  static func live(
    client: NetworkClient, base: URL, database: Database, timeout: Duration, clock: some Clock<Duration>,
    now: @escaping @Sendable () -> Date
  ) -> Self {
    // The lease outlasts the longest request by five seconds. An owner that is silent for that long is gone, and its
    // requests have arrived or never will.
    let silence = timeout + .seconds(5)
    let deadline = SendDeadline()
    return .live(
      service: .service(client: client.sendingChanges(before: deadline), base: base), store: .live(database: database),
      outbox: .live(database: database),
      sender: OutboxSender(
        owner: UUID(), lease: silence, now: now,
        // No edit is sent in the last five seconds of a lease, so all have arrived when it ends.
        onLease: { deadline.value = $0 + timeout }), settling: silence, clock: clock)
  }
}
