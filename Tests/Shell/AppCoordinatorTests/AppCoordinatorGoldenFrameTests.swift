import AppCoordinator
import DatabaseLive
import FlagsStoreLive
import PostDomain
import PostsRepository
import Terminal
import TerminalTestSupport
import Testing

/// Golden frames of the whole reader.
@Suite(.timeLimit(.minutes(5)))
struct AppCoordinatorGoldenFrameTests {
  static let golden = GoldenFrames()

  private var posts: [Post] {
    let text = """
      Twice a day the sea stands still. The flood has stopped coming, and *for a quarter of an hour* a boat stays put.

      ## What to take

      - a watch that is **right**
      - `tides 2024`, or the tables

      > Pilots call this slack water.
      """
    let titles = [
      "Slack water", "How to wind a lighthouse", "The 6:14 that stops everywhere", "紙の地図を折りたたむ方法",
      "A letter takes four days, and so does the answer, whoever writes it", "Bánh mì at half past four",
    ]
    return titles.enumerated().map { number, title in
      Post(id: Post.ID(number + 1), userID: User.ID(number % 2 + 1), title: title, body: text)
    }
  }

  @Test(arguments: [(200, 60), (120, 40), (120, 18)].map { Size(width: $0, height: $1) }, [true, false])
  func `two panes match their golden frames`(size: Size, isOpen: Bool) async throws {
    var driver = ReaderDriver(.stub(posts, flags: .live(database: .memory())), size: size, rests: true)
    let last = size.height - 1
    try await driver.wait {
      $0[0].contains("│ Posts › 1") && $0[last].hasSuffix("tab switch") && $0[1].contains("6 unread")
        && $0[1].contains("live") && $0[3].contains("2 comments") && $0[0].hasSuffix(" live")
    }
    if isOpen {
      try await driver.press(.enter) {
        $0[last].hasSuffix("y copy") && $0[1].contains("5 unread") && $0[2].hasPrefix(" ›    ")
      }
    }
    Self.golden.check(driver.screen.text, "panes\(isOpen ? ", open" : "") \(size.width)x\(size.height)")
    try await driver.quit()
  }

  @Test(arguments: [(200, 60), (120, 40), (80, 24), (40, 12), (20, 4)].map { Size(width: $0, height: $1) })
  func `the help matches its golden frames`(size: Size) async throws {
    var driver = ReaderDriver(size: size)
    try await driver.press("?") { $0[0] == " Keys" }
    Self.golden.check(driver.screen.text, "help \(size.width)x\(size.height)")
    try await driver.quit()
  }
}
