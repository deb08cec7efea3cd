import AppCoordinator
import ComicsRepository
import ContentDomain
import ContentService
import Foundation
import PostsRepository
import Repositories
import ResponseCodeStore
import ScreenEnvironment
import Terminal
import TerminalTestSupport
import TestClocks
import TodosRepository

/// The whole reader on a terminal in the hands of the test.
struct Desk {
  let recording: Recording
  let clock = TestClock()
  private(set) var screen: VirtualScreen
  private let run: Task<Ending, any Error>

  struct Left: Error { var screen: [String] }

  init(
    _ posts: PostsRepository = .stub(), comics: ComicsRepository = .stub(), content: ContentService = .stub(),
    todos: TodosRepository = .stub(), size: Size = Size(width: 60, height: 9)
  ) {
    let recording = Recording(size: size)
    self.recording = recording
    screen = VirtualScreen(size: size)
    var repositories = Repositories.stub
    (repositories.posts, repositories.comics, repositories.todos) = (posts, comics, todos)
    (repositories.content, repositories.codes) = (content, .stub(FetchedCodes(last: .sampleCode, count: 4)))
    repositories.comicsServer = URL(string: "http://comics")!
    let coordinator = AppCoordinator.reader(
      on: recording.terminal, repositories, environment: .stub(server: URL(string: "http://host")!, clock: clock))
    run = Task { try await coordinator.run() }
  }

  /// Presses keys and waits until the screen is as wanted.
  mutating func press(_ keys: Key..., until isWanted: ([String]) -> Bool) async throws {
    for key in keys { recording.press(key) }
    try await wait(until: isWanted)
  }

  /// Waits until the screen is as wanted.
  mutating func wait(until isWanted: ([String]) -> Bool) async throws {
    while !isWanted(screen.text) {
      guard let text = await recording.nextWrite() else { throw Left(screen: screen.text) }
      screen.write(text)
    }
  }

  /// The screen has another size.
  mutating func resize(to size: Size, until isWanted: ([String]) -> Bool) async throws {
    recording.send(.resized(size))
    screen = VirtualScreen(size: size)
    try await wait(until: isWanted)
  }

  /// How the reader ended.
  func ended() async throws -> Ending { try await run.value }

  /// Takes what was written otherwise.
  mutating func write(_ text: String) { screen.write(text) }

  /// Nothing of what was drawn is left.
  mutating func clear() { screen = VirtualScreen(size: recording.terminal.size()) }
}
