import CachedResource
public import Essentials

extension Messages {
  /// Returns what an answer is, as a clause.
  static func description(of failure: AnswerFailure) -> String {
    switch failure {
    case .pageWithoutFeed: "an HTML page without a feed"
    case .pageWithFeed(let feed): "an HTML page that links to the feed \(short(feed))"
    case .otherJSON: "JSON, but neither posts nor a feed"
    case .brokenJSON: "damaged JSON"
    case .otherXML("entry"): "one Atom entry, not a feed"
    case .otherXML(let root): "XML, but no feed (its root is \(short(root)))"
    case .empty: "an empty answer"
    case .unknownKind: "neither posts nor a feed"
    case .refusesPrograms(let status): "the server refuses programs (\(status))"
    case .pausedUntil(let date): "requests to the server are paused until \(time(of: date))"
    case .askedElsewhere: "another program is asking for it now"
    case .ended: "the feed has ended"
    case .noXML: "libxml2, which reads XML, is not installed"
    case .failedProgram(let status?, let message):
      "its program failed (\(status < 0 ? "signal \(-status)" : "status \(status)")\(message.map { ": \($0)" } ?? ""))"
    case .failedProgram(nil, _): "its program could not be started"
    case .slowProgram: "its program, or one that it started, took more than a minute"
    case .unreadableFile: "cannot read the file"
    }
  }

  /// Returns a person's way out, as a sentence.
  static func advice(on failure: AnswerFailure) -> String {
    switch failure {
    case .pageWithoutFeed: "Look on the page for a link named RSS, Atom or feed, and use that address."
    case .pageWithFeed: "If that is the same feed, use its address."
    case .otherJSON, .otherXML, .unknownKind, .empty: "Check the address."
    case .brokenJSON, .pausedUntil, .askedElsewhere: "Try again later."
    case .refusesPrograms: "Ask the site for the address of a feed that programs may read."
    case .ended: "Its posts stay; there will be no new ones."
    case .noXML: "Install the package libxml2."
    case .failedProgram, .slowProgram: "Run the command of its line in a shell to see why."
    case .unreadableFile: "Check that it exists and may be read."
    }
  }

  /// Returns a moment in UTC: "2026-05-04 12:30 UTC".
  public static func time(of date: Date) -> String {
    let text = date.formatted(.iso8601)
    return "\(text.prefix(10)) \(text.dropFirst(11).prefix(5)) UTC"
  }
}
