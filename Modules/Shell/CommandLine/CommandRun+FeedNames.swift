import Database
import Essentials
import FeedsRepository
import Messages
import Observed
import Repositories
import Settings
import Subscriptions
import SubscriptionsStore
import TextLayout
import TextSearch

extension Action {
  /// Returns an action that is about the subscriptions.
  static func feeds(saves: Bool = false, result: String? = nil, _ work: @escaping Work) -> Self {
    Self(saves: saves, result: result) { run in
      do { try await work(run) } catch let error as SubscriptionsStore.Error {
        throw try run.failure(error)
      } catch let error as DatabaseError {
        throw run.failure(error, reading: "feeds")
      }
    }
  }
}

extension CommandRun {
  /// The rows of single feeds, in the order of the file.
  /// - Parameters:
  ///   - withHidden: Whether those are among them that the file hides.
  ///   - withQueries: Whether the rows of queries are.
  func feedRows(withHidden: Bool = false, withQueries: Bool = false) async throws -> [FeedRow] {
    let rows = withQueries ? try await repositories.feeds.countedRows() : try await repositories.feeds.rows()
    return rows.filter { row in
      row.subscription.map { withHidden || !$0.isHidden } ?? (withQueries && row.query != nil)
    }
  }

  /// Returns the feed of each name, each feed once.
  /// - Parameters:
  ///   - names: Addresses in any spelling, titles, or the beginnings of titles.
  ///   - withQueries: Whether a name may stand for a query.
  /// - Throws: `CommandFailure` for a name that stands for none, or for several.
  func feedRows(named names: [String], withQueries: Bool = false) async throws -> [FeedRow] {
    if names.isEmpty { return [] }
    let feeds = try await feedRows(withHidden: true)
    let queries = try await repositories.subscriptions.file().queries.map {
      FeedRow(.query($0.id), title: $0.title, query: $0)
    }
    var found: [FeedRow] = []
    for name in names {
      guard let row = try row(named: name, in: withQueries ? feeds + queries : feeds) else {
        guard let query = try row(named: name, in: queries) else { throw noFeed(name) }
        throw CommandFailure(
          "\(query.shownTitle) is a query; change it with: \(satchel) feeds edit", .noSuchItem)
      }
      if !found.contains(where: { $0.id == row.id }) { found.append(row) }
    }
    return found
  }

  /// Returns the feed of a name.
  func feedRow(named name: String, withQueries: Bool = false) async throws -> FeedRow {
    try await feedRows(named: [name], withQueries: withQueries)[0]
  }

  /// Returns the row of a name; nil if there is none.
  private func row(named name: String, in rows: [FeedRow]) throws -> FeedRow? {
    let ids = [try? Subscription.Source(name), PastedAddress(name).map { .web($0.page) }].compactMap { $0?.id }
    if let row = rows.first(where: { row in ids.contains { row.id == .feed($0) } }) { return row }
    let folded = TextSearch.folded(name.trimmed)
    let titles = rows.map { TextSearch.folded($0.shownTitle) }
    let exact = rows.indices.filter { titles[$0] == folded }
    let matches = exact.isEmpty && !folded.isEmpty ? rows.indices.filter { titles[$0].hasPrefix(folded) } : exact
    guard let match = matches.first else { return nil }
    if matches.count == 1 { return rows[match] }
    let shown = matches.map { match in
      matches.count { titles[$0] == titles[match] } > 1 ? rows[match].shownAddress : rows[match].shownTitle
    }
    throw CommandFailure(
      "\(withoutPassword(name)) may be \(shown.firstThree); name one of them, or its address.", .usage)
  }

  /// Prints a line for each feed: a title of one plain word or the address without its scheme, a tab, and the title.
  func printFeedNames() async throws {
    let rows = try await feedRows(withHidden: true)
    let queries = try await repositories.subscriptions.file().queries
    // A name that stands for another feed's address, or for a query, too, would not be understood as this one.
    let others = rows.map { $0.subscription?.id ?? "" } + queries.map { TextSearch.folded($0.title) }
    let titles = rows.map { TextSearch.folded($0.shownTitle) }
    let lines = zip(rows, titles).map { row, folded in
      let title = row.shownTitle
      let isName = title.isPlainWord && titles.count { $0 == folded } == 1 && !others.contains(folded)
      return (isName ? title : row.subscription?.id ?? title) + "\t\(title)\n"
    }
    try output.write(lines.joined())
  }

  /// Prints the tags of feeds, a line each.
  func printTags() async throws {
    try await output.write(repositories.subscriptions.file().tags.map { $0 + "\n" }.joined())
  }

  /// Returns the error for a name without a feed.
  func noFeed(_ name: String) -> CommandFailure {
    CommandFailure("there is no feed \(withoutPassword(name)). List them with: \(satchel) feeds", .noSuchItem)
  }
}

extension FeedRow {
  /// The title on one line. An address in its place has no password.
  var shownTitle: String {
    guard let subscription, subscription.title == nil, title == subscription.source.text else {
      return TextLayout.line(title)
    }
    return TextLayout.line(subscription.source.maskingPassword.text)
  }

  /// The address on one line, without its password, or the query as it is written.
  var shownAddress: String { TextLayout.line(subscription?.source.maskingPassword.text ?? query?.text ?? "") }

  /// The error of a failing feed as a clause; nil for one that works.
  var shownFailure: String? { failure.map { clause($0.reason, at: subscription?.source.address) } }
}

/// Returns a word of the command line without the password that an address has.
func withoutPassword(_ text: String) -> String {
  let isWhole = text.contains("://")
  guard text.contains("@"), let url = URL(written: isWhole ? text : "https://" + text) else { return text }
  return String(url.maskingPassword.absoluteString.dropFirst(isWhole ? 0 : "https://".count))
}

/// Returns why a feed cannot be loaded, as a clause without its address.
func clause(_ error: any Error, at address: URL?) -> String {
  TextLayout.line(Messages.reason(error, server: address?.maskingPassword ?? URL(filePath: "/")))
}

extension CommandRun {
  /// The path of the file of the feeds.
  var feedsFile: String { repositories.feeds.location.path(percentEncoded: false) }

  /// Returns the error for a file of the feeds that could not be read or written. Lines that it lacks are printed.
  fileprivate func failure(_ error: SubscriptionsStore.Error) throws -> CommandFailure {
    if case .notWritable(_, let lines, _) = error { try output.write(lines.map { $0 + "\n" }.joined()) }
    return CommandFailure(sentence(error))
  }

  /// Returns why the file of the feeds could not be read or written, and advice.
  func sentence(_ error: SubscriptionsStore.Error) -> String {
    let (clause, advice) = error.words(feedsFile)
    switch error {
    case .unreadable, .tooLarge: return "\(clause). \(advice)"
    case .notWritable(_, let lines, _) where !lines.isEmpty:
      return
        "\(clause); nothing changed. \(error.manualChange(lines.count == 1 ? "the line above" : "the lines above"))."
    case .busy, .notWritable: return "\(clause); nothing changed. \(advice)"
    }
  }

  /// Applies the rules for the feeds, and shows the progress if that takes long.
  func applyRules() async throws {
    let progress = progress
    let rules = repositories.feeds.rulesProgress
    let stop = rules.changes.watch {
      progress?.show(rules.value.map { "applying rules: \($0.done) of \(Messages.counted($0.total, "feed"))" } ?? "")
    }
    defer { stop() }
    try await repositories.feeds.applyRules()
  }

  /// Reports rules of the configuration file that are for no feed.
  func reportMismatches() async {
    guard let file = try? await repositories.subscriptions.file() else { return }
    for mismatch in settings.feedRules.mismatches(in: file) {
      notice("\(settings.file.path): \(mismatch)\(mismatch.hasSuffix("?") ? "" : ".")")
    }
  }

  /// Reports lines of the file that were not understood.
  func report(_ problems: [SubscriptionFile.Problem], in path: String) {
    for problem in problems { notice("\(path):\(problem.line): \(problem.kind.sentence).") }
  }
}

extension SubscriptionFile.Problem.Kind {
  /// The reason why a line was not understood, without a full stop.
  var sentence: String {
    switch self {
    case .unsupportedAddress(let text): "an address begins with http://, https:// or file:///, not \(short(text))"
    case .invalidAddress(let text): "\(short(text)) is not an address"
    case .noCommand: "no command follows exec:"
    case .incompleteFilter(let text): "filter: needs a command, a colon and an address, not \(short(text))"
    case .openQuote: "a closing quotation mark is missing"
    case .notUTF8: "it is not UTF-8"
    case .query("", let problem): "the query \(problem.clause)"
    case .query(let title, let problem): "the query \(short(title)) \(problem.clause)"
    }
  }
}

extension FeedQuery.Problem {
  fileprivate var clause: String {
    switch self {
    case .incomplete: "has no title or no condition"
    case .syntax(""): "ends too early"
    case .syntax(let rest): "is not understood from here: \(short(rest))"
    case .tooLong: "has more than 200 parts"
    case .unsupported(let name): "asks for \(short(name)), which satchel does not know"
    }
  }
}

/// Returns the beginning of a text from a file, without passwords.
private func short(_ text: String) -> String {
  let text = withoutPassword(text)
  return text.count > 80 ? text.prefix(80) + "…" : text
}
