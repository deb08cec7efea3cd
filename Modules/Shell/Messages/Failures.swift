import Database
public import Essentials
import ItemsLoader
import NetworkClient
import Paging

/// Sentences for people, made from errors and dates. The one place that knows them.
public enum Messages {
  /// Why the latest cannot be had, as a clause without a full stop: "cannot reach http://… (connection refused)".
  public static func failure(_ error: any Error, server: URL) -> String {
    let address = server.absoluteString
    return switch error {
    case let nothing as NothingKept: failure(nothing.failure, server: server)
    case NetworkClient.Error.unreachable(let cause): unreachable(cause, address)
    case NetworkClient.Error.rejected(let status): "\(address) answered with \(description(ofStatus: status))"
    case NetworkClient.Error.undecodable: "\(address) answered with something that is not what was asked for"
    case NetworkClient.Error.tooLarge(let limit): "the answer of \(address) is larger than \(size(limit))"
    case is DatabaseError: notKept(error)
    case LinkFailure.leadsInCircles: "the pages of \(address) lead in circles"
    case LinkFailure.leadsElsewhere(let target):
      "the pages of \(address) lead on to \(short(target)), which is not followed"
    default: "\(address) gave no usable answer"
    }
  }

  /// What a person can do about it, as a sentence.
  public static func advice(_ error: any Error) -> String {
    switch error {
    case let nothing as NothingKept: advice(nothing.failure)
    case NetworkClient.Error.unreachable(.notUsed): "Go online once, without --offline, to keep a copy."
    case NetworkClient.Error.unreachable(.timedOut): "Try again, or give it longer with --timeout."
    case NetworkClient.Error.unreachable(.untrusted):
      "Check the address, or name the authority that signed the certificate in SSL_CERT_FILE."
    case NetworkClient.Error.unreachable(.offline): "Connect to a network, and try again."
    case NetworkClient.Error.unreachable(.misdirected), NetworkClient.Error.unreachable(.notHTTP),
      NetworkClient.Error.unreachable(.unknownHost), NetworkClient.Error.unreachable(.elsewhere),
      NetworkClient.Error.undecodable, NetworkClient.Error.tooLarge,
      NetworkClient.Error.rejected(400...407),
      NetworkClient.Error.rejected(409...428):
      "Check the address of the server."
    case NetworkClient.Error.unreachable(.lost): "Try again."
    case NetworkClient.Error.unreachable: "Start the server, or name another one with --server."
    default: "Try again later."
    }
  }

  /// What happened and what can be done about it, in sentences, for where there is room for both.
  public static func explanation(_ error: any Error, server: URL) -> String {
    "\(failure(error, server: server)). \(advice(error))"
  }

  /// Why something could not be kept on disk, or read from there, as a clause: "the disk is full".
  public static func keepingFailure(_ error: any Error) -> String {
    switch error {
    case DatabaseError.notPermitted: "its folder may not be used"
    case DatabaseError.noSpace: "the disk is full"
    case DatabaseError.busy: "another satchel is using its folder"
    case DatabaseError.unavailable: "SQLite is not installed"
    case DatabaseError.readOnly: "the disk is read-only"
    case DatabaseError.damaged(let file): "\(file) is damaged"
    case DatabaseError.newer(let file): "a newer satchel wrote \(file)"
    case DatabaseError.failed(let text): text.prefix(1).lowercased() + text.dropFirst()
    default: "its folder does not work"
    }
  }

  /// That what is shown could not be kept for later, and why, as a clause.
  public static func notKept(_ error: any Error) -> String { "nothing can be kept (\(keepingFailure(error)))" }

  /// That what is kept cannot be read, and why, as a clause.
  public static func notRead(_ error: any Error) -> String {
    "what is kept cannot be read (\(keepingFailure(error)))"
  }

  /// What a person can do about what could not be kept on disk, or read from there, as a sentence.
  /// - Parameter option: what names another folder: "--cache".
  public static func keepingAdvice(_ error: any Error, option: String) -> String {
    switch error {
    case DatabaseError.busy: "Try again when it is done."
    case DatabaseError.noSpace: "Make room there, or name another folder with \(option)."
    case DatabaseError.notPermitted:
      "Make it yours, or name another folder with \(option)."
    case DatabaseError.newer: "Use that one, or name another folder with \(option)."
    case DatabaseError.unavailable: "Install the library libsqlite3."
    case DatabaseError.readOnly: "Name a folder on another disk with \(option)."
    case DatabaseError.damaged: "Put back a good copy or move it away, or name another folder with \(option)."
    default: "Mend the folder, or name another one with \(option)."
    }
  }

  private static func unreachable(_ cause: NetworkClient.Cause, _ address: String) -> String {
    switch cause {
    case .offline: "cannot reach \(address) (no network)"
    case .notUsed: "the network is not used (--offline)"
    case .unknownHost: "cannot reach \(address) (unknown host)"
    case .refused: "cannot reach \(address) (connection refused)"
    case .timedOut: "\(address) did not answer in time"
    case .lost: "\(address) broke off in the middle of its answer"
    case .untrusted: "\(address) cannot be trusted (its certificate is not valid)"
    case .notHTTP: "\(address) does not speak \(address.hasPrefix("https:") ? "HTTPS" : "HTTP")"
    case .misdirected(""): "\(address) points nowhere"
    case .misdirected(let target): "\(address) points to \(short(target)), which is not followed"
    case .elsewhere(let place, let cause): "\(address) points elsewhere: \(unreachable(cause, short(place)))"
    case .other(let text): "cannot reach \(address) (\(text))"
    }
  }

  private static func description(ofStatus status: Int) -> String {
    switch status {
    case 304: "“not modified” to a first question (304)"
    case 401, 403: "“not allowed” (\(status))"
    case 404: "“not found” (404)"
    case 429: "“too many requests” (429)"
    case 503: "“not available” (503)"
    case 500...: "an error of its own (\(status))"
    default: "status \(status)"
    }
  }

  /// What anybody reads of an address.
  private static func short(_ target: String) -> String {
    let limit = 200
    return target.utf8.count <= limit ? target : target.prefix(limit) + "…"
  }

  private static func size(_ bytes: Int) -> String {
    bytes < 1 << 20 ? "\(bytes >> 10) KiB" : "\(bytes >> 20) MiB"
  }
}
