// Response codes over HTTP, from the address that `/` names.

public import ContentService
public import Essentials
public import NetworkClient

extension ContentService {
  /// Asks `/` for the way to a response code, and goes there; never to another host or port, not even by a redirect.
  ///
  /// The first answer is `{"next_path": "http://…"}`, the second `{"path": "…", "response_code": "5a7c4e10-0ff1-…"}`.
  ///
  /// A server honours only the last way it has handed out, so whoever asks in between makes ours worthless (400). Then we
  /// ask again, up to eight times in all. Before that we wait, so that not all who ask get in each other's way again:
  /// at random up to as long as the try has taken, then twice as long and so on, at most two seconds.
  /// - `base`: the address that the server's resources lie under.
  /// - `clock`: what a try is measured with, and what waits.
  /// - `jitter`: from 0 to 1, how much of the longest wait is waited.
  public static func live(
    client: NetworkClient, base: URL, clock: some Clock<Duration>,
    jitter: @escaping @Sendable () -> Double = { .random(in: 0...1) }
  ) -> Self {
    let root = base.appending(path: "", directoryHint: .isDirectory)
    return Self {
      var longest: Duration?
      for _ in 1..<8 {
        let begin = clock.now
        do {
          return try await client.code(from: root)
        } catch NetworkClient.Error.rejected(status: 400) {
          longest = min(longest.map { $0 * 2 } ?? begin.duration(to: clock.now), .seconds(2))
          try await clock.sleep(for: longest.map { $0 * jitter() } ?? .zero)
        }
      }
      return try await client.code(from: root)
    }
  }
}

extension NetworkClient {
  fileprivate func code(from root: URL) async throws -> UUID {
    let next = try await fetch(NextPathDTO.self, .json(root)).address(asGivenBy: root)
    return try await fetch(ResponseCodeDTO.self, .json(next)).responseCode
  }
}

extension NetworkClient.Request {
  fileprivate static func json(_ url: URL) -> Self {
    Self(url, headers: ["Accept": "application/json"], mayLeave: false)
  }
}
