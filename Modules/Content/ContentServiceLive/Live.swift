public import ContentService
public import FileLock
import FileStore
public import Foundation
public import NetworkClient

extension ContentService {
  /// Asks `/` for the way to a response code, and goes there.
  /// - Parameters:
  ///   - base: the address that the server's resources lie under.
  ///   - turn: held from the first question to the last answer. A server honours only the last way it has handed out,
  ///     so whoever asks in between makes ours worthless. That costs one of us an answer and harms nobody, so when the
  ///     turn is too long in coming, it is not waited for.
  public static func live(client: NetworkClient, base: URL, turn: FileLock) -> Self {
    @Sendable func fetch() async throws -> UUID {
      let root = base.appending(path: "", directoryHint: .isDirectory)
      let next = try await client.fetch(NextPathDTO.self, .json(root))
      return try await client.fetch(ResponseCodeDTO.self, .json(next.address(asGivenBy: root))).responseCode
    }
    return Self {
      do {
        return try await turn.whileHeld(fetch)
      } catch FileStoreError.busy {
        return try await fetch()
      }
    }
  }
}

extension NetworkClient.Request {
  fileprivate static func json(_ url: URL) -> Self { Self(url, headers: ["Accept": "application/json"]) }
}
