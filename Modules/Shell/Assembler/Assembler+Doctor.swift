import CachedResource
import ComicDomain
import ComicsService
import ComicsServiceLive
import CommandLine
import Database
import Essentials
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
  func checks(_ clock: some Clock<Duration>) -> [@Sendable () async -> DoctorFinding] {
    let terminal = dependencies.terminal
    let settings = invocation.settings
    @Sendable func folder(_ subject: String, _ folder: URL, _ check: () async throws -> Void) async -> DoctorFinding {
      let path = folder.path(percentEncoded: false)
      return await .of(subject) {
        try await check()
        return path
      } problem: {
        ("\(path): \(Messages.savingFailure($0))", Messages.savingAdvice($0, option: "--\(subject)"))
      }
    }
    /// Returns the check of the server of a setting; none if no server is named.
    func server(
      _ subject: String, _ setting: String, _ url: URL, _ ask: @escaping @Sendable () async throws -> String
    ) -> [@Sendable () async -> DoctorFinding] {
      guard settings.namesServer(setting) else { return [] }
      let isOptional = setting != "server"
      let address = url.absoluteString
      @Sendable func answer() async throws -> String {
        do {
          if isOptional, url == invocation.server, case .feed = try? await feedsStore(name, dependencies).source(url) {
            throw NetworkClient.Error.rejected(status: 404)
          }
          let start = clock.now
          let answer = try await ask()
          let milliseconds = Int((start.duration(to: clock.now) / .milliseconds(1)).rounded(.up))
          return "\(address) answers in \(milliseconds) ms: \(answer)"
        } catch NetworkClient.Error.rejected(404) where isOptional {
          return "none at \(address)"
        } catch NetworkClient.Error.unreachable(.notUsed) {
          return "\(address), not asked: \(Messages.offline)"
        }
      }
      return [
        { await .of(subject, answer) { (Messages.failure($0, server: url), Messages.advice($0)) } }
      ]
    }
    let posts = server("posts", "server", invocation.server) {
      let posts = FeedPosts(
        at: invocation.server,
        feeds: .live(client: network, settings.feedRules, readFile: dependencies.readFile, now: now),
        store: feedsStore(name, dependencies).unchanging,
        server: .live(client: network.withoutRetries, base: invocation.server),
        saved: { _ in nil },
        extent: { nil }, now: now)
      guard case .changed(let page, _) = try await posts.posts.page(nil, nil) else { return "not modified" }
      let suffix = page.next == nil ? "" : " on the first page"
      guard let window = page.window else { return "\(page.items.count) posts\(suffix)" }
      var count = 0
      try window.portions { count += $0.count }
      return "a feed with \(count) \(count == 1 ? "entry" : "entries")\(suffix)"
    }
    let comics = server("comics", "comics", invocation.comicsServer) {
      let comics = ComicsService.live(client: network, base: invocation.comicsServer)
      guard case .changed(let comic, _) = try await comics.latest(nil) else { return "not modified" }
      return "the latest is comic \(comic.id)"
    }
    let todos = server("to-dos", "todos", invocation.todosServer) {
      let todos = TodosService.live(client: network, base: invocation.todosServer, now: now)
      guard case .changed(let all, _) = try await todos.all(nil) else { return "not modified" }
      return "\(all.items.count) to-dos"
    }
    return [
      { DoctorFinding("satchel", "\(Invocation.version), \(dependencies.system)") },
      {
        await .of("libcurl", dependencies.libcurlVersion) { error in
          let text =
            if case NetworkClient.Error.unreachable(.other(let text)) = error { text } else { "cannot be used" }
          return (text, "Install the library libcurl, 7.68 or later.")
        }
      },
      {
        await .of("SQLite") {
          try await dependencies.cache(name).read { connection in
            try connection.rows("SELECT sqlite_version()") { $0.text(0) ?? "" }.first ?? ""
          }
        } problem: {
          (Messages.savingFailure($0), Messages.savingAdvice($0, option: "--cache"))
        }
      },
      {
        let file = settings.file
        return DoctorFinding(
          "config", file.problem?.message ?? file.path + (file.isThere ? "" : ", not there"),
          advice: file.problem?.advice)
      },
      { .terminal(terminal, name: dependencies.terminalName) },
      {
        var capabilities = terminal.capabilities
        capabilities.use(settings.theme)
        return .colors(capabilities)
      },
      { await .pictures(terminal, patience: .milliseconds(300), clock: clock) },
      { await folder("cache", invocation.cache) { try dependencies.checkFolder(invocation.cache) } },
      {
        await folder("state", invocation.state) {
          try dependencies.checkFolder(invocation.state)
          for name in try dependencies.stateFiles().keys { try await dependencies.stateStores(name).check() }
        }
      },
      {
        await .subscriptions(
          dependencies.subscriptions, settings.feedRules, isNeeded: !settings.namesServer())
      },
    ] + posts + comics + todos
  }
}

extension DoctorFinding {
  /// Returns the text of a check, or the problem that its error is.
  fileprivate static func of(
    _ subject: String, _ check: () async throws -> String, problem: (any Error) -> (text: String, advice: String)
  ) async -> Self {
    do { return Self(subject, try await check()) } catch {
      let problem = problem(error)
      return Self(subject, problem.text, advice: problem.advice)
    }
  }

  /// Returns the file of subscriptions, the number of its feeds, and what is wrong with it.
  /// - Parameters:
  ///   - rules: The rules for feeds. One that matches no feed is not reported: the feed may be added later.
  ///   - isNeeded: Whether no server is named, so that the feeds are what is read.
  fileprivate static func subscriptions(_ store: SubscriptionsStore, _ rules: FeedRules, isNeeded: Bool) async -> Self {
    let path = store.location.path(percentEncoded: false)
    do {
      let file = try await store.file()
      let count = file.subscriptions.count
      let text = count == 0 ? "none in \(path)" : "\(Messages.counted(count, "feed")) in \(path)"
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
