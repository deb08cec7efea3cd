// The whole program, assembled from its dependencies.

import AppCoordinator
import ComicsRepository
public import CommandLine
import ContentService
import ContentServiceLive
import Database
import Doctor
public import Essentials
import LocalData
import Messages
import NetworkClient
import PagedList
import PositionsStore
import PositionsStoreLive
import PostsRepository
import Repositories
import ResponseCodeStore
import Screen
import Settings
import Terminal
import TodosRepository

/// Builds the program from its doors, and runs it. The one place that knows every Live but those of the doors.
public struct Assembler: Sendable {
  private let invocation: Invocation
  private let dependencies: Dependencies
  private let now: @Sendable () -> Date
  private let secondsFromGMT: @Sendable (Date) -> Int
  private let network: NetworkClient
  private let answers = Answers()

  /// - `now`: the date that copies are kept with, and their age is measured from.
  /// - `secondsFromGMT`: what the clocks on the user's wall are ahead of Greenwich at a date, in seconds.
  public init(
    invocation: Invocation, dependencies: Dependencies, now: @escaping @Sendable () -> Date,
    secondsFromGMT: @escaping @Sendable (_ date: Date) -> Int = { _ in 0 }
  ) {
    self.invocation = invocation
    self.dependencies = dependencies
    self.now = now
    self.secondsFromGMT = secondsFromGMT
    let network = dependencies.network.telling(answers)
    self.network =
      if invocation.isOffline {
        .failing(NetworkClient.Error.unreachable(.notUsed))
      } else if invocation.downloadsEverything {
        // Whoever asks for everything does not ask for all of it at once.
        network.limited(to: 6)
      } else {
        network
      }
  }

  /// Does what was asked for, and returns the exit status.
  /// - `input`: all of standard input.
  /// - `clock`: what grace periods, spinners and the patience for parts of a post are measured with.
  public func run(
    input: @escaping @Sendable () throws -> String = { "" }, output: CommandOutput, clock: some Clock<Duration>
  ) async -> Int32 {
    if invocation.needsDatabases {
      do { try dependencies.facts.checkSQLite() } catch {
        output.note(
          "satchel: \(Messages.savingFailure(error)). \(Messages.savingAdvice(error, option: "--cache"))")
        return Invocation.ExitStatus.unavailable.rawValue
      }
    }
    if invocation.opensReader, let ending = await read(clock) { return ending.exitStatus }
    return await invocation.run(
      repositories(clock, SharedDatabases(dependencies, clock), localData: .live(dependencies)), input: input,
      output: output, keys: { AppCoordinator.keys }, now: now
    ).rawValue
  }

  /// Opens the reader; nil where there is no terminal for it.
  private func read(_ clock: some Clock<Duration>) async -> Ending? {
    var terminal = dependencies.terminal
    if terminal.capabilities.isDumb { return nil }
    terminal.capabilities.use(invocation.theme)
    if invocation.isASCII { terminal.capabilities.unicode = false }
    var environment = ScreenEnvironment(
      server: invocation.server, now: now, clock: clock, report: { _ in }, copy: { _ in }, copyLines: { _ in },
      browse: dependencies.browse, view: dependencies.view)
    environment.secondsFromGMT = secondsFromGMT
    environment.answers = answers.signal
    let sections = invocation.sections
    let databases = SharedDatabases(dependencies, clock)
    // Opened while the rest of the program is made: the first screen waits for it.
    if sections.first == .posts { Task { try? await databases.shared.cache(name).read { _ in } } }
    // Tidying up in connections of its own would make changes wait.
    let repositories = repositories(clock, databases, localData: .live(databases.shared))
    // What is kept is looked for while the terminal is prepared.
    if sections.first == .posts {
      Task { try? await repositories.posts.list.reader.window(ListQuery(), .row(0), 0, 0) }
    }
    let ending = try? await AppCoordinator.reader(
      on: terminal, repositories, sections: sections, environment: environment,
      tidy: { [invocation] in
        let servers = [invocation.server, invocation.comicsServer]
        _ = try? await repositories.localData.trim(invocation.keep, servers)
      }
    ).run()
    // Tasks that were given up may hold them still.
    await databases.close()
    return ending
  }

  private func repositories(
    _ clock: some Clock<Duration>, _ databases: SharedDatabases, localData: LocalData
  ) -> Repositories {
    // What cannot be saved is of no use to `sync`.
    let sharing = invocation.downloadsEverything ? databases.shared : databases.fallingBack
    var repositories = Repositories(
      posts: posts(clock, sharing), comics: comics(sharing), comicsServer: invocation.comicsServer,
      todos: todos(clock, sharing), todosServer: invocation.todosServer,
      content: .live(client: network, base: invocation.fetchServer, clock: clock),
      contentServer: invocation.fetchServer,
      codes: .live(
        server: FileName(invocation.fetchServer.databaseName), in: sharing, isOffline: invocation.isOffline),
      positions: .live(database: sharing.state(name)), localData: localData,
      doctor: .live(dependencies, invocation, network: network, name: name, clock: clock))
    repositories.cacheFailure = { databases.cacheFailure }
    return repositories
  }

  private func comics(_ sharing: Dependencies) -> ComicsRepository {
    let name = FileName(invocation.comicsServer.databaseName)
    return .live(
      client: network, base: invocation.comicsServer, cache: sharing.cache(name), state: sharing.state(name), now: now)
  }

  private func todos(_ clock: some Clock<Duration>, _ sharing: Dependencies) -> TodosRepository {
    .live(
      client: network, base: invocation.todosServer,
      database: sharing.state(FileName(invocation.todosServer.databaseName)), timeout: invocation.timeout,
      clock: clock,
      now: now)
  }

  private func posts(_ clock: some Clock<Duration>, _ sharing: Dependencies) -> PostsRepository {
    .live(
      client: network, base: invocation.server, cache: sharing.cache(name), state: sharing.state(name),
      patience: invocation.timeout,
      clock: clock, now: now)
  }

  /// What is kept of different servers never mixes.
  private var name: FileName { FileName(invocation.server.databaseName) }
}

extension URL {
  /// The same for every way to write an address of the same resources.
  var databaseName: String {
    let path = path(percentEncoded: true).split(separator: "/").joined(separator: "/")
    return "\(webOrigin.scheme) \(webOrigin.host) \(webOrigin.port) \(path)"
  }
}

extension Ending {
  /// As shells have it: 128 and the signal that asked for the end.
  fileprivate var exitStatus: Int32 {
    switch self {
    case .quit: Invocation.ExitStatus.shown.rawValue
    case .terminated(let termination): 128 + termination.signal
    }
  }
}

extension Capabilities {
  fileprivate mutating func use(_ theme: ReaderTheme) {
    switch theme {
    case .auto: break
    case .light: background = .light
    case .dark: background = .dark
    case .none: colors = .none
    }
  }
}
