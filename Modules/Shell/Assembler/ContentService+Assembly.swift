import Essentials
import ResponseCodeStore
import ResponseCodeStoreLive

extension ResponseCodeStore {
  /// The response codes of one server.
  /// - Parameters:
  ///   - server: the name that the server's state has.
  ///   - isOffline: nothing is asked for then, so no place is made for it.
  static func live(server: FileName, in dependencies: Dependencies, isOffline: Bool) -> Self {
    var codes = live(database: dependencies.state(server))
    if isOffline { codes.prepare = {} }
    return codes
  }
}
