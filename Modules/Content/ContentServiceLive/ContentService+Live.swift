// Response codes over HTTP, from the address that `/` names.

public import ContentService
public import Essentials
public import NetworkClient

extension ContentService {
  /// Fetches the path of a response code from `/`, then the code from that path; never from another host or port, not
  /// even after a redirect.
  ///
  /// The first answer is `{"next_path": "http://…"}`, the second `{"path": "…", "response_code": "5a7c4e10-0ff1-…"}`.
  ///
  /// A server honours only the last path that it has handed out, so a request of another client in between invalidates
  /// ours (400). Then both requests are sent again, in up to eight tries. Random waits in between reduce further
  /// collisions: the first is at most as long as the first try took, and this limit doubles each time, up to two
  /// seconds.
  ///
  /// - Parameters:
  ///   - client: Sends the requests.
  ///   - base: The address of the server's resources.
  ///   - clock: The clock for measuring a try, and for waiting.
  ///   - jitter: Returns a random fraction, from 0 to 1, of the longest wait.
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
