// Sentences for people, made from errors and dates.

import CachedResource
import Database
public import Essentials
import NetworkClient
public import Pictures

/// Sentences for people, made from errors and dates. All such sentences are written here.
public enum Messages {
  /// The clause for a request that offline mode does not send.
  public static let offline = "offline mode (--offline)"

  /// The text for an item without a title.
  public static let untitled = "(no title)"

  /// Returns why the latest is not available, as a clause without a full stop. The reason comes first and the address
  /// last: "connection refused: http://localhost:8000".
  public static func failure(_ error: any Error, server: URL) -> String { failure(error, at: server.absoluteString) }

  /// Returns the same clause without the address, where that is known from elsewhere.
  public static func reason(_ error: any Error, server: URL) -> String {
    let clause = failure(error, server: server)
    let end = ": \(shown(server.absoluteString))"
    return clause.hasSuffix(end) ? String(clause.dropLast(end.count)) : clause
  }

  private static func failure(_ error: any Error, at address: String) -> String {
    let address = shown(address)
    return switch error {
    case let nothing as NoCachedCopy: failure(nothing.failure, at: address)
    case let elsewhere as FailureElsewhere: failure(elsewhere.failure, at: elsewhere.address)
    case NetworkClient.Error.unreachable(let cause): unreachable(cause, address)
    case NetworkClient.Error.rejected(let status): "\(description(ofStatus: status)): \(address)"
    case NetworkClient.Error.undecodable: "unexpected answer: \(address)"
    case NetworkClient.Error.page: "an HTML page, not data: \(address)"
    case NetworkClient.Error.tooLarge(let limit): "answer larger than \(size(limit)): \(address)"
    case is DatabaseError: notSaved(error)
    case let explained as ExplainedError: explained.clause
    case let unreadable as UnreadableItems:
      "\(counted(unreadable.count, "unreadable item")) left out: \(address)"
    case let failure as AnswerFailure: "\(description(of: failure)): \(address)"
    case let failure as Picture.Error: "\(description(of: failure)): \(address)"
    case PageNotice.recognised(let count):
      "\(count) \(count == 1 ? "entry" : "entries") recognised under new identifiers: \(address)"
    case PageNotice.otherFeeds(let others):
      "not read, but linked there, too: \(others.prefix(3).map(short).joined(separator: ", "))"
        + (others.count > 3 ? " and \(others.count - 3) more" : "")
    case PageNotice.cut: "the feed ends too early; its first posts are shown: \(address)"
    case LinkFailure.leadsInCircles: "next page already seen, not followed: \(address)"
    case LinkFailure.nothingNew: "nothing new on ten pages, the rest not asked for: \(address)"
    case LinkFailure.leadsElsewhere(let target): "next page on another server, not followed: \(short(target))"
    default: "unusable answer: \(address)"
    }
  }

  /// Returns whether the server did not answer at all. Offline mode, in which no request is sent, does not count.
  public static func isUnanswered(_ error: any Error) -> Bool {
    if case NetworkClient.Error.unreachable(let why) = error.cause { why != .notUsed } else { false }
  }

  /// Returns whether another attempt may succeed later. In offline mode, or if the disk fails, it cannot.
  public static func isTemporary(_ error: any Error) -> Bool {
    let error = error.cause
    return switch error {
    case DatabaseError.busy: true
    case NetworkClient.Error.unreachable(.notUsed), is DatabaseError, is UnreadableItems, is PageNotice: false
    default: unusableState(error) == nil
    }
  }

  /// Returns what a person can do about an error of a feed, as a sentence.
  public static func feedAdvice(_ error: any Error) -> String {
    switch error.cause {
    case NetworkClient.Error.unreachable(.refused), NetworkClient.Error.unreachable(.lost): "Try again later."
    case NetworkClient.Error.rejected(401), NetworkClient.Error.rejected(403):
      "Check the address, and the name and the password in it."
    case NetworkClient.Error.rejected(404), NetworkClient.Error.rejected(410),
      NetworkClient.Error.unreachable(.unknownHost):
      "Check the address."
    default: advice(error)
    }
  }

  /// Returns what a person can do about an error, as a sentence.
  public static func advice(_ error: any Error) -> String {
    switch error.cause {
    case let failure as DatabaseError: savingAdvice(failure, option: "--cache")
    case let failure as AnswerFailure: advice(on: failure)
    case let explained as ExplainedError: explained.advice
    case NetworkClient.Error.unreachable(.notUsed):
      // Nothing is saved in a file that cannot even be read.
      (error as? NoCachedCopy)?.readingFailure.map { savingAdvice($0, option: "--cache") }
        ?? "Run it once without --offline to save a copy."
    case NetworkClient.Error.unreachable(.timedOut), NetworkClient.Error.unreachable(.incomplete),
      NetworkClient.Error.unreachable(.notConnected):
      "Try again, or allow more time with --timeout."
    case NetworkClient.Error.unreachable(.untrusted):
      "Check the address, or name the certificate authority in SSL_CERT_FILE."
    case NetworkClient.Error.unreachable(.noAuthorities): "Check the file that SSL_CERT_FILE names."
    case NetworkClient.Error.unreachable(.proxy): "Start the proxy, or check its address in http_proxy and https_proxy."
    case NetworkClient.Error.unreachable(.offline): "Connect to a network, then try again."
    case NetworkClient.Error.page: "Log in to the network in a browser, or check the server's address."
    case NetworkClient.Error.rejected(401):
      "Check the name and the password in the server's address (https://NAME:PASSWORD@HOST)."
    case NetworkClient.Error.rejected(403):
      "Check the server's address, and the name and the password in it (https://NAME:PASSWORD@HOST)."
    case NetworkClient.Error.rejected(407):
      "Write a name and a password into the address in http_proxy (http://NAME:PASSWORD@HOST)."
    case NetworkClient.Error.unreachable(.misdirected), NetworkClient.Error.unreachable(.circular),
      NetworkClient.Error.unreachable(.notHTTP),
      NetworkClient.Error.unreachable(.unknownHost), NetworkClient.Error.unreachable(.elsewhere),
      NetworkClient.Error.undecodable, NetworkClient.Error.tooLarge,
      NetworkClient.Error.rejected(400...406),
      NetworkClient.Error.rejected(409...428):
      "Check the server's address."
    case NetworkClient.Error.unreachable(.lost): "Try again."
    case NetworkClient.Error.unreachable: "Start the server, or check its address."
    default: "Try again later."
    }
  }

  /// Returns the failure and the advice as sentences, where there is room for both.
  /// - Parameters:
  ///   - server: The address that was asked.
  ///   - isFeed: Whether the address is a feed's.
  public static func explanation(_ error: any Error, server: URL, isFeed: Bool = false) -> String {
    "\(failure(error, server: server)). \(isFeed ? feedAdvice(error) : advice(error))"
  }

  /// Returns why data could not be written to or read from the disk, as a clause: "disk full".
  public static func savingFailure(_ error: any Error) -> String {
    switch error {
    case DatabaseError.notPermitted: "no permission for its folder"
    case DatabaseError.noSpace: "disk full"
    case DatabaseError.busy: "another satchel is using its folder"
    case DatabaseError.unavailable: "SQLite is not installed"
    case DatabaseError.readOnly: "read-only disk"
    case DatabaseError.damaged(let file): "\(file) is damaged"
    case DatabaseError.newer(let file, _): "a newer satchel wrote \(file)"
    case DatabaseError.failed(let text): text.prefix(1).lowercased() + text.dropFirst()
    default: "its folder does not work"
    }
  }

  /// Returns the failure to save downloaded data, with its reason, as a clause.
  public static func notSaved(_ error: any Error) -> String { "cannot save (\(savingFailure(error)))" }

  /// Returns the failure to save anything downloaded from now on, as sentences.
  public static func unsaved(_ error: any Error) -> String {
    "Cannot save: \(savingFailure(error)). What is loaded stays until you quit."
  }

  /// Returns the same as a sentence for the status bar, which has no room for a file's path.
  public static func notSavedBriefly(_ error: any Error) -> String {
    switch error {
    case DatabaseError.damaged: "Cannot save (damaged file); ! tells more."
    case DatabaseError.newer: "Cannot save (a newer satchel wrote the file); ! tells more."
    default: "Cannot save (\(savingFailure(error)))."
    }
  }

  /// Returns a sentence for the status bar and a full explanation of an unusable file; nil for any other error. A file
  /// of a newer version may be the cache as well as the state.
  public static func unusableState(_ error: any Error) -> (brief: String, full: String)? {
    switch error {
    case DatabaseError.damaged:
      (
        "State file damaged: nothing you mark is saved; ! tells more.",
        "\(savingFailure(error)): read marks, bookmarks, positions and to-dos are not saved. "
          + savingAdvice(error, option: "--state")
      )
    case DatabaseError.newer:
      (
        "File of a newer satchel: nothing is saved in it; ! tells more.",
        "\(savingFailure(error)), which this one cannot use: the file stays as it is, and nothing is saved in it. "
          + savingAdvice(error, option: "--cache or --state")
      )
    default: nil
    }
  }

  /// Returns a clause about a damaged file of the cache that was replaced.
  /// - Parameter file: Its new name.
  public static func damagedCache(_ file: String) -> String {
    "the saved copy was damaged; it is \(file) now, and a new one is begun"
  }

  /// Returns a clause about damaged rows that were removed from the cache.
  public static func lostRows(_ count: Int) -> String {
    "\(counted(count, "damaged item")) of the saved copy \(count == 1 ? "is" : "are") left out and removed"
  }

  /// Returns the failure to read the cached copy, with its reason, as a clause.
  public static func notRead(_ error: any Error) -> String {
    if let explained = error as? ExplainedError { return explained.clause }
    return "cannot read the saved copy (\(savingFailure(error)))"
  }

  /// Returns what a person can do about data that could not be written or read, as a sentence.
  ///
  /// - Parameter option: The option that chooses another folder: "--cache".
  public static func savingAdvice(_ error: any Error, option: String) -> String {
    switch error {
    case let explained as ExplainedError: explained.advice
    case DatabaseError.busy: "Try again when it is done."
    case DatabaseError.noSpace: "Free some space, or choose another folder with \(option)."
    case DatabaseError.notPermitted: "Check who owns it, or choose another folder with \(option)."
    case DatabaseError.newer(_, isState: true): "Use that one, or choose another folder with --state."
    case DatabaseError.newer: "Use that one, or choose another folder with \(option)."
    case DatabaseError.unavailable: "Install the library libsqlite3."
    case DatabaseError.readOnly: "Choose a folder on another disk with \(option)."
    // Only a state file can be the reason here: a damaged cache is replaced silently.
    case DatabaseError.damaged: "Restore a good copy or move it away, or choose another folder with --state."
    default: "Check the folder, or choose another one with \(option)."
    }
  }

  private static func unreachable(_ cause: NetworkClient.Cause, _ address: String) -> String {
    switch cause {
    case .offline: "no network: \(address)"
    case .notUsed: offline
    case .unknownHost: "unknown host: \(address)"
    case .refused: "connection refused: \(address)"
    case .notConnected: "no connection in time: \(address)"
    case .timedOut: "no answer in time: \(address)"
    case .incomplete: "answer not complete in time: \(address)"
    case .tooLate: "not sent in time: \(address)"
    case .lost: "connection lost: \(address)"
    case .untrusted: "invalid certificate: \(address)"
    case .notHTTP: "not an \(address.hasPrefix("https:") ? "HTTPS" : "HTTP") server: \(address)"
    case .misdirected(""): "redirect without an address: \(address)"
    case .circular: "redirect leads back to itself: \(address)"
    case .misdirected(let target) where address.hasPrefix("https:") && target.hasPrefix("http:"):
      "redirect from https to http not followed: \(short(target))"
    case .misdirected(let target): "redirect not followed: \(short(target))"
    case .elsewhere(let place, let cause): "\(unreachable(cause, short(place))), redirected from \(address)"
    case .proxy(let place, let cause): unreachable(cause, "the proxy \(short(place))")
    case .noAuthorities(let file): "no certificate authorities in \(short(file)): \(address)"
    case .other(let text): "\(text): \(address)"
    }
  }

  private static func description(ofStatus status: Int) -> String {
    switch status {
    case 304: "unexpected “not modified” (304)"
    case 401, 403: "access denied (\(status))"
    case 404: "not found (404)"
    case 407: "refused by the proxy (407)"
    case 410: "gone (410)"
    case 429: "too many requests (429)"
    case 503: "server unavailable (503)"
    case 500...: "server error (\(status))"
    default: "status \(status)"
    }
  }

  /// Returns an address with the letters of its host as they were typed, where Foundation has encoded them.
  private static func shown(_ address: String) -> String {
    guard let url = URL(string: address), let host = url.host(), let letters = url.host(percentEncoded: false),
      letters != host, letters.allSatisfy({ $0.isLetter || $0.isNumber || ".-".contains($0) }),
      let range = address.firstRange(of: host)
    else { return address }
    return address[..<range.lowerBound] + letters + address[range.upperBound...]
  }

  /// Returns at most the first 200 characters of an address.
  static func short(_ target: String) -> String {
    let limit = 200
    return target.utf8.count <= limit ? target : target.prefix(limit) + "…"
  }
}

extension Messages {
  /// Returns why a picture cannot be loaded, as a clause.
  public static func pictureFailure(_ error: any Error, at address: URL) -> String {
    if let failure = error.cause as? Picture.Error { description(of: failure) } else { failure(error, server: address) }
  }

  private static func description(of failure: Picture.Error) -> String {
    switch failure {
    case .tooLarge(let limit): "larger than \(size(limit))"
    case .unknownFormat: "not a PNG, JPEG or GIF"
    case .damaged(let format): "it is damaged (\(format.rawValue))"
    }
  }

  /// Returns the sentence for a picture in a format that a terminal does not show.
  public static func cannotShow(_ format: Picture.Format) -> String { "This terminal cannot show a \(format.rawValue)" }
}
