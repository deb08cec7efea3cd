public import ContentService
public import FileLock
import FileStore
public import Foundation
public import NetworkClient

extension ContentService {
  /// Asks `/` for the way to a response code, and goes there; never to another host or port, not even by a redirect.
  /// - Parameters:
  ///   - base: the address that the server's resources lie under.
  ///   - turn: held from the first question to the last answer. A server honours only the last way it has handed out,
  ///     so whoever asks in between makes ours worthless (400), and we ask again, at most three times in all. When the
  ///     turn is too long in coming, it is not waited for.
  public static func live(client: NetworkClient, base: URL, turn: FileLock) -> Self {
    @Sendable func fetch() async throws -> UUID {
      let root = base.appending(path: "", directoryHint: .isDirectory)
      var triesLeft = 3
      while true {
        let next = try await client.fetch(NextPathDTO.self, .json(root)).address(asGivenBy: root)
        triesLeft -= 1
        do {
          return try await client.fetch(ResponseCodeDTO.self, .json(next)).responseCode
        } catch NetworkClient.Error.rejected(status: 400) where triesLeft > 0 {
          continue
        }
      }
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
  fileprivate static func json(_ url: URL) -> Self {
    Self(url, headers: ["Accept": "application/json"], mayLeave: false)
  }
}
