import Essentials
import ResponseCodeStore
import ResponseCodeStoreLive

extension ResponseCodeStore {
  /// Returns a store for the response codes of one server.
  /// - Parameters:
  ///   - server: The name of the server's state database.
  ///   - isOffline: Whether no code can be fetched; then `prepare` does not create the database.
  static func live(server: FileName, in dependencies: Dependencies, isOffline: Bool) -> Self {
    var codes = live(database: dependencies.state(server))
    if isOffline { codes.prepare = {} }
    return codes
  }
}
