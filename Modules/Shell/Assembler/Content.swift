import Essentials
import FileName
import ResponseCodeStore
import ResponseCodeStoreLive

extension ResponseCodeStore {
  /// The response codes of one server.
  /// - Parameters:
  ///   - server: the name that the server's state has.
  ///   - isOffline: nothing is asked for then, so no place is made for it.
  static func live(server: FileName, in dependencies: Dependencies, isOffline: Bool) -> Self {
    @Sendable func oldFile(_ folder: String, _ name: String) -> OldFiles.File? {
      dependencies.oldState([server, FileName(folder), FileName(name)]).map { .init(name: $0.name, data: $0.data) }
    }
    var codes = live(database: dependencies.state(server)) {
      .init(code: oldFile("code", "last"), count: oldFile("count", "fetches"))
    }
    if isOffline { codes.prepare = {} }
    return codes
  }
}
