import AppCoordinator
import ComicsRepository
import ContentDomain
import ContentService
import Database
import DatabaseLive
import FeedsRepository
import FlagsStoreLive
import Foundation
import Observed
import PositionsStore
import PositionsStoreLive
import PostsRepository
import Repositories
import ResponseCodeStore
import Screen
import Settings
import Terminal
import TerminalTestSupport
import TestSupport
import Testing
import TodosRepository

/// The whole reader on a stub terminal that the test controls.
struct ReaderDriver {
  let recording: RecordingTerminal
  /// A clock that stands still until the test advances it.
  let clock = TestClock()
  private(set) var screen: VirtualScreen
  private let run: Task<Ending, any Error>

  struct ReaderEnded: Error { var screen: [String] }

  static let settings: Settings = {
    var settings = Settings(
      file: ConfigurationFile(path: ""), caches: URL(filePath: "/caches"), states: URL(filePath: "/states"))
    settings.server = URL(string: "http://host")!
    settings.comicsServer = URL(string: "http://comics")!
    settings.fetchServer = settings.server
    return settings
  }()

  /// - Parameters:
  ///   - others: The sections that are added after the first answer, unless the posts are a feed's.
  ///   - rests: Whether a selection counts as rested at once.
  init(
    _ posts: PostsRepository = .stub(flags: .live(database: .memory())),
    comics: ComicsRepository = .stub(flags: .live(database: .memory())),
    content: ContentService = .stub(), todos: TodosRepository = .stub(),
    feeds: FeedsRepository = .stub(),
    positions: PositionsStore = .live(database: .memory()), size: Size = Size(width: 60, height: 9),
    sections: [ReaderSection] = [.posts, .comics, .todos, .fetch], others: [ReaderSection] = [], isFeed: Bool? = false,
    rests: Bool = false, settings: Settings = Self.settings,
    damagedCache: Observed<String?> = Observed(nil), cacheFailure: Observed<(any Error)?> = Observed(nil),
    now: (@Sendable () -> Date)? = nil, noticeChanges: @escaping @Sendable () async -> Void = {},
    tidy: (@Sendable () async -> Void)? = nil
  ) {
    let recording = RecordingTerminal(size: size)
    self.recording = recording
    screen = VirtualScreen(size: size)
    var repositories = Repositories.stub
    repositories.posts = posts
    repositories.comics = comics
    repositories.todos = todos
    repositories.content = content
    repositories.codes = .stub(FetchedCodes(last: .sampleCode, count: 4))
    repositories.feeds = feeds
    repositories.positions = positions
    repositories.hasFeed = { isFeed }
    repositories.damagedCache = damagedCache
    repositories.cacheFailure = cacheFailure
    repositories.noticeChanges = noticeChanges
    let clock: any Clock<Duration> = rests ? ImmediateRestClock(clock: clock) : clock
    var environment = ScreenEnvironment.stub(server: Self.settings.server, clock: clock)
    if let now { environment.now = now }
    let coordinator = AppCoordinator.reader(
      on: recording.terminal, repositories, settings, sections: sections, others: others,
      environment: environment, tidy: tidy)
    run = Task { try await coordinator.run() }
  }

  /// Presses keys and waits for a screen.
  mutating func press(_ keys: Key..., until isWanted: ([String]) -> Bool) async throws {
    for key in keys { recording.press(key) }
    try await wait(until: isWanted)
  }

  /// Waits for a screen.
  mutating func wait(until isWanted: ([String]) -> Bool) async throws {
    while !isWanted(screen.text) {
      guard let text = await recording.nextWrite() else { throw ReaderEnded(screen: screen.text) }
      screen.write(text)
    }
  }

  /// Resizes the terminal and waits for a screen.
  mutating func resize(to size: Size, until isWanted: ([String]) -> Bool) async throws {
    recording.send(.resized(size))
    screen = VirtualScreen(size: size)
    try await wait(until: isWanted)
  }

  /// Returns the reason why the reader ended.
  func ended() async throws -> Ending { try await run.value }

  /// Quits with a key, and checks that the terminal understood everything that was written.
  func quit(_ key: Key = "Q") async throws {
    recording.press(key)
    #expect(try await ended() == .quit)
    #expect(screen.complaints == [])
  }

  /// Adds text that the test has read from the recording itself.
  mutating func write(_ text: String) { screen.write(text) }

  /// Clears the screen, as if nothing had been drawn.
  mutating func clear() { screen = VirtualScreen(size: recording.terminal.size()) }
}

/// A clock on which sleeps of up to 150 ms end at once. Otherwise it stands still until the test advances it.
private struct ImmediateRestClock: Clock {
  let clock: TestClock

  var now: ClockInstant { clock.now }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: ClockInstant, tolerance: Duration?) async throws {
    if clock.now.duration(to: deadline) > .milliseconds(150) {
      try await clock.sleep(until: deadline, tolerance: tolerance)
    }
  }
}
