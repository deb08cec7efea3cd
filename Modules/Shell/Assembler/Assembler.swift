// The whole program, assembled from its dependencies.

import AppCoordinator
import CachedResource
import ComicsRepository
public import CommandLine
import ContentService
import ContentServiceLive
import Database
public import Essentials
import FeedPosts
import FeedsRepository
import FeedsService
import FeedsStore
import FeedsStoreLive
import Messages
import NetworkClient
import NewsboatCache
import PagedList
import PositionsStore
import PositionsStoreLive
import PostsRepository
import PostsStore
import PostsStoreLive
import Repositories
import ResponseCodeStore
import ResponseCodeStoreLive
import Screen
import Settings
import Subscriptions
import SubscriptionsStore
import Terminal
import TodosRepository

/// Builds the program from its dependencies, and runs it. Only this module, `App` and tests import Lives.
public struct Assembler: Sendable {
  let invocation: Invocation
  let dependencies: Dependencies
  let now: @Sendable () -> Date
  private let secondsFromGMT: @Sendable (Date) -> Int
  let network: NetworkClient
  /// The network for the subscriptions, whose refresher limits the requests itself.
  let feedsNetwork: NetworkClient
  let feedCredentials: FeedCredentials
  private let answers = Answers()

  /// - Parameters:
  ///   - invocation: The command line, with the settings.
  ///   - dependencies: The network, the disk and the terminal.
  ///   - now: Returns the date that is saved with cached copies and that their age is measured from.
  ///   - secondsFromGMT: Returns the offset of the user's time zone at a date, in seconds.
  public init(
    invocation: Invocation, dependencies: Dependencies, now: @escaping @Sendable () -> Date,
    secondsFromGMT: @escaping @Sendable (_ date: Date) -> Int = { _ in 0 }
  ) {
    self.invocation = invocation
    self.dependencies = dependencies
    self.now = now
    self.secondsFromGMT = secondsFromGMT
    let base: NetworkClient =
      invocation.isOffline
      ? .failing(NetworkClient.Error.unreachable(.notUsed)) : dependencies.network.signalling(answers)
    let feedCredentials = FeedCredentials(subscriptions: dependencies.subscriptions)
    self.feedCredentials = feedCredentials
    feedsNetwork = base.signingIn { await feedCredentials.credentials(for: $0) }
    let signing = base.signingIn(invocation.credentials)
    // A download of everything sends few requests at once, to spare the server.
    network = invocation.downloadsEverything ? signing.limited(to: 6) : signing
  }

  /// Runs the command or the reader, and returns the exit status.
  /// - Parameters:
  ///   - input: Returns all of a file; `-` is standard input. It throws `InputError`.
  ///   - output: Takes the output and the errors of commands.
  ///   - clock: Measures grace periods, spinners and the patience for parts of a post.
  public func run(
    input: @escaping @Sendable (_ path: String) throws -> [UInt8] = { _ in [] }, output: CommandOutput,
    clock: some Clock<Duration>
  ) async -> Int32 {
    if invocation.needsDatabases {
      do { try dependencies.checkSQLite() } catch {
        output.note(
          "satchel: \(Messages.savingFailure(error)). \(Messages.savingAdvice(error, option: "--cache"))")
        return Invocation.ExitStatus.unavailable.rawValue
      }
    }
    if invocation.opensReader, let ending = await read(clock) { return ending.exitStatus }
    let databases = SharedDatabases(dependencies: dependencies, clock: clock, replacesBusyCaches: true)
    let subscriptions = invocation.settings.origins["server"] == nil ? [] : await subscriptions
    let status = await invocation.run(
      await repositories(clock, databases, subscriptions, localData: .live(dependencies)), input: input,
      output: output, keys: { AppCoordinator.keys }, now: now)
    await databases.close()
    return status.rawValue
  }

  /// Opens the reader and returns why it ended; nil when there is no usable terminal.
  private func read(_ clock: some Clock<Duration>) async -> Ending? {
    var terminal = dependencies.terminal
    if terminal.capabilities.isDumb { return nil }
    terminal.capabilities.use(invocation.theme)
    if invocation.isASCII { terminal.capabilities.unicode = false }
    var environment = ScreenEnvironment(server: invocation.server, now: now, clock: clock)
    environment.secondsFromGMT = secondsFromGMT
    environment.answers = answers.signal
    environment.desktop = dependencies.desktop
    // The terminal is prepared, and the databases of the first screen are opened, while the rest is created.
    let entering = Task { [terminal] in try await terminal.enter() }
    terminal.enter = { try await entering.value }
    // A list that continued in memory would lose rows under the selection once the cache is free again.
    let databases = SharedDatabases(dependencies: dependencies, clock: clock, replacesBusyCaches: false)
    let cache = databases.shared.cache(name)
    let state = databases.shared.state(name)
    Task { try? await state.read { _ in } }
    if invocation.sections.contains(.feeds) || invocation.sections.contains(.posts) {
      Task { try? await cache.read { _ in } }
    }
    let subscriptions = await subscriptions
    let possible = sections(hasSubscriptions: !subscriptions.isEmpty)
    // With connections of its own, tidying up would block writes.
    let repositories = await repositories(clock, databases, subscriptions, localData: .live(databases.shared))
    if possible.first == .posts {
      Task { try? await repositories.posts.list.reader.window(ListQuery(), .row(0), 0, 0) }
    }
    let (sections, others) = await shown(possible, databases.shared)
    let ending = try? await AppCoordinator.reader(
      on: terminal, repositories, invocation.settings, sections: sections, others: others, environment: environment,
      tidy: { [invocation] in
        let servers = [invocation.server, invocation.comicsServer]
        _ = try? await repositories.localData.trim(invocation.keep, servers)
      }
    ).run()
    // Cancelled tasks may still use the databases.
    await databases.close()
    return ending
  }

  /// Returns the sections that the reader may have.
  private func sections(hasSubscriptions: Bool) -> [ReaderSection] {
    let settings = invocation.settings
    if settings.namesServer() { return invocation.sections.filter { $0 != .feeds || hasSubscriptions } }
    return [.feeds] + [.comics, .todos, .fetch].filter { settings.namesServer($0.rawValue) }
  }

  /// Returns which sections are shown, and which may be later: a feed has posts only, unless the settings say otherwise.
  private func shown(
    _ sections: [ReaderSection], _ sharing: Dependencies
  ) async -> (shown: [ReaderSection], others: [ReaderSection]) {
    if !invocation.settings.namesServer() || invocation.settings.origins["sections"] != nil { return (sections, []) }
    let hasFeed = await hasFeed(sharing)
    if hasFeed == false { return (sections, []) }
    let others: Set<ReaderSection> = [.comics, .todos, .fetch]
    return (sections.filter { !others.contains($0) }, hasFeed == true ? [] : sections.filter(others.contains))
  }

  /// The subscriptions that the file lists; none if it cannot be read.
  private var subscriptions: [Subscription] {
    get async { (try? await dependencies.subscriptions.file().subscriptions) ?? [] }
  }

  /// Returns whether the server is a feed; nil while no answer has told.
  private func hasFeed(_ sharing: Dependencies) async -> Bool? {
    (try? await feedsStore(name, sharing).source(invocation.server)).map { $0 != .server }
  }

  /// Returns the title of the feed at the server's address, or linked from it, by its own word; nil if it has none.
  /// - Parameter name: The name of the databases that it is saved in.
  private func feedTitle(_ name: FileName, _ sharing: Dependencies) async -> String? {
    let feeds = feedsStore(name, sharing)
    guard case .feed(let address)? = try? await feeds.source(invocation.server) else { return nil }
    return try? await feeds.state(address).title
  }

  func feedsStore(_ name: FileName, _ sharing: Dependencies) -> FeedsStore {
    .live(
      cache: sharing.cache(name), state: sharing.state(name), process: sharing.process, isRunning: sharing.isRunning)
  }

  private func repositories(
    _ clock: some Clock<Duration>, _ databases: SharedDatabases, _ subscriptions: [Subscription], localData: LocalData
  ) async -> Repositories {
    let sharing = invocation.needsDisk ? databases.shared : databases.fallingBack
    var repositories = Repositories(
      feeds: feeds(clock, sharing), posts: posts(clock, sharing), comics: comics(sharing),
      todos: todos(clock, sharing),
      content: .live(client: network, base: invocation.fetchServer, clock: clock),
      codes: .live(database: sharing.state(FileName(invocation.fetchServer.databaseName))),
      positions: .live(database: sharing.state(name)), localData: localData)
    repositories.checks = checks(clock)
    // Without the network no code can be fetched, so the database is not created for one.
    if invocation.isOffline { repositories.codes.prepare = {} }
    repositories.cacheFailure = databases.cacheFailure
    repositories.damagedCache = dependencies.damagedCache
    repositories.lostRows = dependencies.lostRows
    repositories.noticeChanges = databases.noticeChanges
    repositories.subscriptions = dependencies.subscriptions
    repositories.edit = dependencies.desktop.edit
    repositories.newsboatCache = { NewsboatCache(dependencies.foreignDatabase($0)) }
    let feeds: @Sendable () -> FeedsRepository = { [repositories] in repositories.feeds }
    repositories.subject = { [invocation] in
      if invocation.settings.namesServer() { return .server }
      return try await dependencies.subscriptions.file().subscriptions.isEmpty ? .nothing : .subscriptions
    }
    if let subscribed = subscribed(subscriptions) {
      // The address of a subscription is that feed, with its state.
      repositories.posts = await feeds().posts(.feed(subscribed.id))
      repositories.hasFeed = { true }
      repositories.feedTitle = {
        if let title = subscribed.title { return title }
        return await feedTitle(.subscriptions, sharing)
      }
      repositories.postsBeginning = { typed in
        let own = try await feeds().postsBeginning(typed, subscribed.id)
        // The posts of all feeds are saved in one place, and would be found there.
        if own.isEmpty, try await !feeds().postsBeginning(typed, nil).isEmpty {
          throw NoCachedCopy(failure: NetworkClient.Error.rejected(status: 404))
        }
        return own
      }
      return repositories
    }
    repositories.hasFeed = { await hasFeed(sharing) }
    repositories.feedTitle = { await feedTitle(name, sharing) }
    repositories.postsBeginning = { typed in
      if !invocation.settings.namesServer() { return try await feeds().postsBeginning(typed, nil) }
      guard await hasFeed(sharing) == true else { return [] }
      return try await PostsStore.live(database: sharing.cache(name)).beginning(typed.lowercased())
    }
    return repositories
  }

  /// The subscription to the server's address; nil if there is none.
  private func subscribed(_ subscriptions: [Subscription]) -> Subscription? {
    if invocation.settings.origins["server"] == nil || subscriptions.isEmpty { return nil }
    let id = Subscription(.web(invocation.server)).id
    return subscriptions.first { $0.id == id }
  }

  /// Each server has its own databases, so their data never mixes. Without a server, they are those of the subscriptions.
  var name: FileName {
    invocation.settings.namesServer() ? FileName(invocation.server.databaseName) : .subscriptions
  }
}

extension FileName {
  /// The name of the databases of all subscriptions together.
  static let subscriptions = Self("subscriptions")
}

extension URL {
  /// The name of the server's databases, equal for all spellings of the same address.
  var databaseName: String {
    let path = path(percentEncoded: true).split(separator: "/").joined(separator: "/")
    let query = query(percentEncoded: true).map { "?" + $0 } ?? ""
    return "\(webOrigin.scheme) \(webOrigin.host) \(webOrigin.port) \(path)\(query)"
  }
}

extension Ending {
  /// The exit status; after a signal, 128 plus its number, as in shells.
  fileprivate var exitStatus: Int32 {
    switch self {
    case .quit: Invocation.ExitStatus.success.rawValue
    case .terminated(let termination): 128 + termination.signal
    }
  }
}

extension Capabilities {
  /// Sets the colours that a theme names.
  mutating func use(_ theme: ReaderTheme) {
    switch theme {
    case .auto: break
    case .light: background = .light
    case .dark: background = .dark
    case .none: colors = .none
    }
  }
}
