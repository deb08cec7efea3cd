import CachedResource
import Database
import Essentials
public import FeedsRepository
import Messages
import NetworkClient
public import Screen
import StyleGuide
import Subscriptions
import SubscriptionsStore

/// A failure of a change of the feeds, in words.
struct FeedChangeFailure: Sendable {
  /// The sentence for the status line; nil for a cancelled change.
  let sentence: String?
  /// The failure and what to do.
  let explanation: String

  /// - Parameters:
  ///   - file: The location of the file of subscriptions.
  ///   - address: The address of a feed that was not added; nil for another change.
  init(_ error: any Error, file: URL, address: String? = nil) {
    let path = file.path(percentEncoded: false)
    let (clause, advice): (String, String)
    switch error {
    case is CancellationError:
      sentence = nil
      explanation = ""
      return
    case let error as SubscriptionsStore.Error: (clause, advice) = error.words(path)
    case FeedsRepository.AddError.noAddress:
      clause = "not an address: \(address ?? "")"
      advice = "Type the address of a feed, or of a page that links to one."
    case is DatabaseError:
      sentence = Messages.notSavedBriefly(error)
      explanation = "\(Messages.notSaved(error).sentence) \(Messages.savingAdvice(error, option: "--state"))"
      return
    default:
      // A host with a port is no address as long as no scheme is before it.
      let typed = address.flatMap { URL(string: $0) ?? URL(string: "http://\($0)") }
      clause = Messages.failure(error, server: typed ?? file)
      advice = Self.advice(error)
    }
    sentence = "Not \(address == nil ? "changed" : "added"): \(clause)".sentence
    explanation = "\(clause.sentence) \(advice)"
  }

  /// Returns the advice on an error of a server whose address was typed.
  private static func advice(_ error: any Error) -> String {
    switch error.cause {
    case NetworkClient.Error.unreachable(.refused), NetworkClient.Error.unreachable(.unknownHost),
      NetworkClient.Error.unreachable(.misdirected), NetworkClient.Error.unreachable(.circular),
      NetworkClient.Error.unreachable(.elsewhere), NetworkClient.Error.unreachable(.notHTTP),
      NetworkClient.Error.rejected, NetworkClient.Error.undecodable:
      "Check the address, or try again later."
    default: Messages.advice(error)
    }
  }

  /// Reports the failure in full, and returns the notice.
  func notice(_ environment: ScreenEnvironment) -> String? {
    if sentence != nil { environment.report(explanation) }
    return sentence
  }
}

extension FeedRow {
  /// The address of the feed's server, without a password.
  private var server: URL {
    subscription?.source.address?.maskingPassword ?? URL(filePath: "/")
  }

  /// Returns an error of the feed as a clause, without the feed's address.
  func reason(_ error: any Error) -> String { Messages.reason(error, server: server) }

  /// The failure of a feed that has been failing for a day, or that has never given a document: its address is likely to
  /// be wrong, unless there is no network, where a host that exists is unknown, too.
  func lastingFailure(now: Date) -> Failure? {
    guard let failure else { return nil }
    if now.timeIntervalSince(failure.since) >= 86_400 { return failure }
    switch failure.reason.cause {
    case NetworkClient.Error.unreachable(.offline), NetworkClient.Error.unreachable(.unknownHost): return nil
    default: return updated == nil ? failure : nil
    }
  }

  /// Returns a heading and advice for the list of the feed while it has no posts to show; nil if there is no reason that
  /// is known.
  /// - Parameters:
  ///   - isLive: Whether the feed has answered since.
  ///   - environment: The date and the time zone, for the moment of a failure.
  public func emptiness(isLive: Bool, _ environment: ScreenEnvironment) -> (word: String, advice: [String])? {
    if let failure, !isLive {
      let moment = Messages.moment(
        of: failure.since, now: environment.now(), secondsFromGMT: environment.secondsFromGMT)
      return ("Nothing to show.", ["\(reason(failure.reason)) since \(moment)".sentence, "Press r to ask it again."])
    }
    guard hidden > 0 else {
      return switch id {
      case .feed: nil
      case .query: ("Nothing to show here.", ["No saved post matches this query."])
      case .all, .tag: ("No posts yet.", ["Press r to ask its feeds."])
      }
    }
    let posts = hidden == 1 ? "1 post is" : "\(grouped(hidden)) posts are"
    // Lists of several feeds never have a post twice.
    let place = if case .tag = id { " in the list of their feed" } else { "" }
    return (
      "Nothing to show here.",
      ["\(posts) saved, but shown with another feed that has the same, or hidden by a rule: M shows those\(place)."]
    )
  }

  /// Returns why and since when the feed has a lasting failure: "not found (404) since 5 Jan".
  func trouble(_ environment: ScreenEnvironment) -> String? {
    let now = environment.now()
    return lastingFailure(now: now).map {
      let moment = Messages.moment(of: $0.since, now: now, secondsFromGMT: environment.secondsFromGMT)
      return "\(reason($0.reason)) since \(moment)"
    }
  }
}

extension Subscription.Source {
  /// The source as text, without a password.
  var shownText: String { address?.maskingPassword.absoluteString ?? text }
}

extension RefreshResult {
  /// Whether nothing was asked, because the reader was started with `--offline`.
  var isOffline: Bool {
    answered.isEmpty && !failed.isEmpty
      && failed.values.allSatisfy { error in
        if case NetworkClient.Error.unreachable(.notUsed) = error.cause { true } else { false }
      }
  }

  /// Returns the message about the result, the longest version first: "12 new. 3 of 40 feeds failed; ! says why.",
  /// "12 new."
  /// - Parameter reason: The failure of the only feed that was asked, as a sentence.
  func words(_ environment: ScreenEnvironment, reason: String?) -> [String] {
    if isOffline { return ["No feed is asked in offline mode (--offline).", "Offline mode."] }
    let asked = answered.count + failed.count
    let elsewhere =
      switch askedElsewhere {
      case 0: ""
      case 1: " Another program is asking \(self.skipped == 1 ? "it" : "one") now."
      default: " Another program is asking \(grouped(askedElsewhere)) now."
      }
    if asked == 0, askedElsewhere > 0, askedElsewhere == self.skipped { return [String(elsewhere.dropFirst())] }
    var paused = ""
    let moments = self.paused.values.sorted().map { end in
      Messages.moment(of: end, now: environment.now(), secondsFromGMT: environment.secondsFromGMT)
    }
    if let moment = moments.first {
      let first = moment == moments.last ? "" : ", the first"
      paused = " \(grouped(self.paused.count)) paused\(first) until \(moment)."
    }
    let ended = self.ended == 0 ? "" : " \(grouped(self.ended)) \(self.ended == 1 ? "has" : "have") ended."
    let soon = self.skipped - askedElsewhere - self.paused.count - self.ended
    let skipped = (soon == 0 ? "" : " \(grouped(soon)) asked less than ten minutes ago.") + paused + ended + elsewhere
    let nothing = "Nothing to refresh."
    if asked == 0 {
      let counts = [
        (soon, "asked just now"), (self.paused.count, "paused"), (self.ended, "ended"),
        (askedElsewhere, "asked elsewhere"),
      ]
      let brief = counts.filter { $0.0 > 0 }.map { "\(grouped($0.0)) \($0.1)" }.joined(separator: ", ")
      return [nothing + skipped, skipped.trimmed, brief.isEmpty ? "" : "\(brief).", nothing].filter { !$0.isEmpty }
    }
    let new = answered.values.reduce(0, +)
    let news = new == 0 ? "Nothing new." : "\(grouped(new)) new."
    if failed.isEmpty { return [news + skipped, news] }
    let failure = "\(grouped(failed.count)) of \(grouped(asked)) feeds failed; ! says why."
    if asked == 1 {
      let reasons = reason.map { skipped.isEmpty ? [$0] : [$0 + skipped, $0] } ?? []
      return reasons + ["Failed; ! says why.", "Failed; !"]
    }
    if answered.isEmpty { return [failure + skipped, failure, "Failed; !"] }
    return ["\(news) \(failure)\(skipped)", "\(news) \(grouped(failed.count)) failed; !", news]
  }
}

extension RefreshProgress {
  /// The progress in words, the longest version first. The number of feeds that are done has a fixed width, so that
  /// nothing moves as it grows.
  public var words: [String] {
    let total = grouped(total)
    let count = grouped(done)
    let done = String(repeating: " ", count: max(0, total.count - count.count)) + count
    return [
      "Refreshing \(done) of \(total), \(grouped(arrived)) new", "Refreshing \(done) of \(total)", "\(done)/\(total)",
    ]
  }
}

extension RulesProgress {
  /// The progress in words, the longest version first.
  public var words: [String] {
    let numbers = "\(grouped(done)) of \(grouped(total))"
    return ["Applying rules: \(numbers) feeds", "Applying rules: \(numbers)", "Rules \(numbers)"]
  }
}
