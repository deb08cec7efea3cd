import FileStore
import ItemsLoader
import NetworkClient

extension Messages {
  /// Why the latest cannot be had, in two or three words, for where there is no room for more: "connection refused".
  public static func brief(_ error: any Error) -> String {
    switch error {
    case let nothing as NothingKept: brief(nothing.failure)
    case NetworkClient.Error.unreachable(let cause): brief(cause)
    case NetworkClient.Error.rejected(let status): "status \(status)"
    case NetworkClient.Error.tooLarge: "answer too large"
    case is FileStoreError: "nothing can be kept"
    default: "no usable answer"
    }
  }

  /// That what is kept cannot be read, and why, as a clause.
  public static func notRead(_ error: any Error) -> String {
    "what is kept cannot be read (\(keepingFailure(error)))"
  }

  private static func brief(_ cause: NetworkClient.Cause) -> String {
    switch cause {
    case .offline: "no network"
    case .notUsed: "offline"
    case .unknownHost: "unknown host"
    case .refused: "connection refused"
    case .timedOut: "no answer in time"
    case .lost: "answer broken off"
    case .untrusted: "certificate not valid"
    case .notHTTP: "not an HTTP server"
    case .misdirected: "points nowhere"
    case .elsewhere(_, let cause): brief(cause)
    case .other(let text): text
    }
  }
}
