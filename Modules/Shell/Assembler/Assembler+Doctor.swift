import CachedResource
import ComicDomain
import ComicsService
import ComicsServiceLive
import CommandLine
import Database
public import Essentials
import FeedDocument
import FeedPosts
import FeedRules
import FeedsServiceLive
import FeedsStore
import Messages
import NetworkClient
import PostsService
import PostsServiceLive
import Repositories
import Settings
import Subscriptions
import SubscriptionsStore
import Terminal
import TodosService
import TodosServiceLive

extension Assembler {
  /// Returns the checks of the dependencies and the servers, which change nothing.
  func doctor(_ clock: some Clock<Duration>) -> Doctor {
    let facts = dependencies.facts
    let terminal = dependencies.terminal
    @Sendable func finding(_ subject: String, _ folder: URL, _ check: () async throws -> Void) async -> DoctorFinding {
      let path = folder.path(percentEncoded: false)
      do { try await check() } catch {
        return DoctorFinding(
          subject, "\(path): \(Messages.savingFailure(error))",
          advice: Messages.savingAdvice(error, option: "--\(subject)"))
      }
      return DoctorFinding(subject, path)
    }
    @Sendable func finding(
      _ subject: String, _ url: URL, isOptional: Bool, _ ask: () async throws -> String
    ) async -> DoctorFinding {
      let address = url.absoluteString
      do {
        if isOptional, url == invocation.server, case .feed = try? await feedsStore(name, dependencies).source(url) {
          throw NetworkClient.Error.rejected(status: 404)
        }
        let start = clock.now
        let answer = try await ask()
        let milliseconds = Int((start.duration(to: clock.now) / .milliseconds(1)).rounded(.up))
        return DoctorFinding(subject, "\(address) answers in \(milliseconds) ms: \(answer)")
      } catch NetworkClient.Error.rejected(404) where isOptional {
        return DoctorFinding(subject, "none at \(address)")
      } catch NetworkClient.Error.unreachable(.notUsed) {
        return DoctorFinding(subject, "\(address), not asked: \(Messages.offline)")
      } catch {
        return DoctorFinding(subject, Messages.failure(error, server: url), advice: Messages.advice(error))
      }
    }
    let settings = invocation.settings
    /// Returns the check of the server of a setting; none if no server is named.
    func server(
      _ subject: String, _ setting: String, _ url: URL, _ ask: @escaping @Sendable () async throws -> String
    ) -> [@Sendable () async -> DoctorFinding] {
      let isOptional = setting != "server"
      return settings.namesServer(setting) ? [{ await finding(subject, url, isOptional: isOptional, ask) }] : []
    }
    let posts = server("posts", "server", invocation.server) {
      let posts = FeedPosts(
        at: invocation.server,
        feeds: .live(client: network, settings.feedRules, readFile: dependencies.readFile, now: now),
        store: feedsStore(name, dependencies).unchanging, server: .live(client: network, base: invocation.server),
        saved: { _ in nil },
        extent: { nil }, now: now)
      guard case .changed(let page, _) = try await posts.posts.page(nil, nil) else { return "not modified" }
      let suffix = page.next == nil ? "" : " on the first page"
      guard let window = page.window else { return "\(page.items.count) posts\(suffix)" }
      var count = 0
      try window.portions { count += $0.count }
      return "a feed with \(count) entries\(suffix)"
    }
    let comics = server("comics", "comics", invocation.comicsServer) {
      let comics = ComicsService.live(client: network, base: invocation.comicsServer)
      guard case .changed(let comic, _) = try await comics.latest(nil) else { return "not modified" }
      return "the latest is comic \(comic.id)"
    }
    let todos = server("to-dos", "todos", invocation.todosServer) {
      let todos = TodosService.live(client: network, base: invocation.todosServer)
      guard case .changed(let all, _) = try await todos.all(nil) else { return "not modified" }
      return "\(all.count) to-dos"
    }
    return Doctor(
      [
        { DoctorFinding("satchel", "\(Invocation.version), \(facts.system)") },
        {
          do { return DoctorFinding("libcurl", try facts.libcurl()) } catch {
            var why = "cannot be used"
            if case NetworkClient.Error.unreachable(.other(let text)) = error { why = text }
            return DoctorFinding("libcurl", why, advice: "Install the library libcurl, 7.68 or later.")
          }
        },
        {
          do {
            let version = try await dependencies.cache(name).read { connection in
              try connection.rows("SELECT sqlite_version()") { $0.text(0) ?? "" }.first ?? ""
            }
            return DoctorFinding("SQLite", version)
          } catch {
            return DoctorFinding(
              "SQLite", Messages.savingFailure(error), advice: Messages.savingAdvice(error, option: "--cache"))
          }
        },
        { .settingsFile(invocation.file) },
        { .terminal(terminal, name: facts.terminal) },
        { .colors(terminal.capabilities) },
        { await .pictures(terminal, patience: .milliseconds(300), clock: clock) },
        { await finding("cache", invocation.cache) { try facts.checkFolder(invocation.cache) } },
        {
          await finding("state", invocation.state) {
            try facts.checkFolder(invocation.state)
            // Opening a damaged database throws.
            for name in try dependencies.stateFiles().keys { try await dependencies.state(name).read { _ in } }
          }
        },
        {
          await .subscriptions(
            dependencies.subscriptions, settings.feedRules, isNeeded: !settings.namesServer())
        },
      ] + posts + comics + todos)
  }
}

extension DoctorFinding {
  /// Returns the file of subscriptions, the number of its feeds, and what is wrong with it.
  /// - Parameters:
  ///   - rules: The rules for feeds. That one matches no feed is no problem: the feed may be added later.
  ///   - isNeeded: Whether no server is named, so that the feeds are what is read.
  fileprivate static func subscriptions(_ store: SubscriptionsStore, _ rules: FeedRules, isNeeded: Bool) async -> Self {
    let path = store.location.path(percentEncoded: false)
    do {
      let file = try await store.file()
      let count = file.subscriptions.count
      let text = count == 0 ? "none in \(path)" : "\(count) \(count == 1 ? "feed" : "feeds") in \(path)"
      let mismatches = rules.mismatches(in: file).map { "; \($0)" }.joined()
      if let problem = file.problems.first {
        let rest = file.problems.count > 1 ? ", and \(file.problems.count - 1) more" : ""
        return Self(
          "feeds", "\(text), line \(problem.line) is not understood\(rest)\(mismatches)",
          advice: "See why with: satchel feeds")
      }
      if count == 0, isNeeded {
        return Self("feeds", text, advice: "Add one: satchel feeds add https://xkcd.com/atom.xml")
      }
      return Self("feeds", text + mismatches)
    } catch {
      return Self("feeds", "cannot read \(path)", advice: "Check who may read it: satchel feeds")
    }
  }
}

extension FeedsStore {
  /// The same store, which nothing changes.
  fileprivate var unchanging: Self {
    var store = self
    store.setSource = { _, _ in }
    store.setState = { _, _ in }
    store.identify = { entries, _, _ in Identities(posts: entries.map(\.key), recognised: 0) }
    return store
  }
}

extension DoctorFinding {
  /// Returns the path of the configuration file and the error in it.
  fileprivate static func settingsFile(_ file: ConfigurationFile) -> Self {
    if let problem = file.problem {
      return Self("config", problem.message, advice: problem.advice)
    }
    return Self("config", file.path + (file.isThere ? "" : ", not there"))
  }
}

/// Facts that only the system can provide.
public struct DoctorFacts: Sendable {
  /// The system and the machine: "Linux 6.1.0 x86_64".
  public var system: String
  /// The name of the terminal: `TERM`.
  public var terminal: String
  /// Returns the version of libcurl and of its parts.
  /// - Throws: `NetworkClient.Error` when libcurl cannot be used.
  public var libcurl: @Sendable () throws -> String
  /// Checks that SQLite can be used.
  /// - Throws: `DatabaseError.unavailable` when it cannot.
  public var checkSQLite: @Sendable () throws -> Void
  /// Checks that data can be saved in a folder, even if the folder does not exist yet.
  /// - Throws: `DatabaseError` when it cannot.
  public var checkFolder: @Sendable (_ folder: URL) throws -> Void

  public init(
    system: String, terminal: String, libcurl: @escaping @Sendable () throws -> String,
    checkSQLite: @escaping @Sendable () throws -> Void,
    checkFolder: @escaping @Sendable (_ folder: URL) throws -> Void
  ) {
    self.system = system
    self.terminal = terminal
    self.libcurl = libcurl
    self.checkSQLite = checkSQLite
    self.checkFolder = checkFolder
  }

  /// A system on which everything works.
  public static let stub = Self(
    system: "a system", terminal: "xterm", libcurl: { "8.0.0" }, checkSQLite: {}, checkFolder: { _ in })
}
