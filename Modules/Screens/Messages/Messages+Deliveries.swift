import CachedResource
public import Essentials
import NetworkClient

extension Messages {
  /// Returns why a server refuses an edit, as a clause without a full stop.
  ///
  /// - Parameters:
  ///   - status: The status code of the answer.
  ///   - words: The reason that the server gave; nil if it gave none.
  ///   - isDeletion: Whether the edit is a deletion.
  public static func refusal(_ status: Int, words: String? = nil, isDeletion: Bool = false) -> String {
    let clause =
      switch status {
      case 200..<300: "the server ignored it (\(status))"
      case 404, 410: "it is gone from the server"
      case 409: "it conflicts with what the server has (409)"
      case 413: "it is too long for the server (413)"
      default: "the server refused \(isDeletion ? "to delete it" : "it") (\(status))"
      }
    return words.map { "\(clause): “\($0)”" } ?? clause
  }

  /// Returns why an edit still waits for its delivery, as a clause without a full stop.
  public static func delivery(_ error: any Error, server: URL) -> String {
    switch error {
    case is NetworkClient.Error, is AnswerFailure: failure(error, server: server)
    default: "another satchel is sending, or stopped halfway"
    }
  }
}
