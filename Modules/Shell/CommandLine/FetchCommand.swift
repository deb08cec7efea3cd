import CodeFetcher
import ContentDomain
import Database
import Essentials
import Messages
import NetworkClient
import Repositories
import Settings

extension Command {
  /// Fetches a response code, saves it with the count, and prints both; or prints the last one.
  static let fetch = Command(
    name: "fetch", usages: ["fetch [--last]": "fetch a response code; print it and the count"], options: [.last]
  ) { words, _ throws(UsageError) in
    try words.expectNoArguments()
    let isNew = !words.has("--last")
    return Action(server: \.fetchServer, result: isNew ? "fetch --last" : nil) { run in
      let codes = CodeFetcher(run.repositories.content, run.repositories.codes)
      let known: FetchedCodes
      do { known = try await isNew ? codes.fetch() : codes.known() } catch {
        throw run.failure(ofFetch: error, isNew: isNew)
      }
      try run.print(known.text, json: known.json)
    }
  }
}

extension Option {
  static let last = Option("--last", in: .reading, "fetch: print the last code, without the network")
}

extension FetchedCodes {
  /// The code and the count, a line each.
  fileprivate var text: String { "\(last?.text ?? "no response code yet")\nfetched \(Messages.counted(count, "time"))" }

  fileprivate var json: JSON { ["code": (last?.text).json, "count": count.json] }
}

extension CommandRun {
  /// Returns the error for a code that was not fetched, or for a last one that cannot be read.
  fileprivate func failure(ofFetch error: any Error, isNew: Bool) -> CommandFailure {
    let advice: String
    switch error {
    case let error as CodeFetcher.Unread:
      return failure(error.cause, reading: "last response code", rest: isNew ? "; nothing changed" : "")
    case is DatabaseError: return failure(writing: error)
    case NetworkClient.Error.unreachable(.notUsed):
      advice = "Leave out --offline, or print the last one: \(satchel) fetch --last"
    default: advice = Messages.advice(error)
    }
    return CommandFailure("\(Messages.failure(error, server: server)); nothing changed. \(advice)")
  }
}
