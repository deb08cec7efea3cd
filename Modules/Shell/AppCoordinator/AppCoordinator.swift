// The stack of screens and the event loop.

import FeedsRepository
public import Observed
public import Pictures
public import Screen
public import Terminal

/// The requests that a screen can make of the coordinator.
public struct Navigator: Sendable {
  /// Shows a screen on top of the current one, which returns when the new one is left.
  public var push: @Sendable (_ screen: Screen) -> Void
  /// Shows a screen on the first screen, in place of all others.
  public var replace: @Sendable (_ screen: Screen) -> Void
  /// Shows a screen beside the list that has the keys and has its item selected; does nothing without room for both.
  public var preview: @Sendable (_ screen: Screen) -> Void
  /// Adds a failure to the recent errors.
  public var report: @Sendable (_ failure: String) -> Void
  /// Shows a message in the bottom line until the next key.
  /// - Parameter words: Versions of the message, the longest first; the bottom line shows one that fits.
  public var announce: @Sendable (_ words: [String]) -> Void
  /// Returns a navigator for one part of the first screen. A screen that it pushes belongs to that part and waits there
  /// while another part is shown, so a late answer never covers the part that the reader has switched to.
  public var part: @Sendable (_ number: Int) -> Navigator
}

/// The reason why the reader ended.
public enum Ending: Equatable, Sendable {
  /// The reader quit.
  case quit
  /// The program was asked to end, or the terminal is gone.
  case terminated(Terminal.Termination)
}

/// The stack of screens, the events for the top one, and drawing.
///
/// All events, from the terminal or from a screen, queue for one loop, so the stack needs no lock, and a burst of keys
/// becomes one frame. A request to end skips the queue. The loop never waits for the terminal: a separate task draws.
public struct AppCoordinator: Sendable {
  let terminal: Terminal
  let pictures: Observed<PictureSupport>
  let clock: (any Clock<Duration>)?
  let first: @Sendable (Navigator) async -> Screen
  /// Runs as long as the reader, until its task is cancelled.
  var meanwhile: @Sendable () async -> Void = {}
  /// Runs after the terminal is restored; `run()` waits for it.
  public var finish: @Sendable () async -> Void = {}
  /// The sync that `S` starts and stops; nil for none.
  var sync: BackgroundSync?
  /// The progress of the feeds' refresh, which every screen shows in its bottom line.
  var refresh = Observed<RefreshProgress?>(nil)

  /// - Parameters:
  ///   - pictures: How the terminal shows pictures, learned from its answers.
  ///   - clock: Measures how long an item is selected before it is shown beside the list; nil for no previews.
  ///   - first: Returns the bottom screen; leaving it ends the reader.
  public init(
    terminal: Terminal, pictures: Observed<PictureSupport> = Observed(PictureSupport()),
    clock: (any Clock<Duration>)? = nil, first: @escaping @Sendable (_ navigator: Navigator) async -> Screen
  ) {
    self.terminal = terminal
    self.pictures = pictures
    self.clock = clock
    self.first = first
  }

  /// Runs until the reader quits or the program is asked to end.
  /// - Throws: `Terminal.Error` when there is no usable terminal.
  public func run() async throws -> Ending {
    let inbox = Inbox()
    let renderer = Renderer(terminal, redraw: { inbox.draw() })
    async let first = first(Navigator(inbox))
    // Lets the first screen send its first requests before the terminal is prepared.
    await Task.yield()
    try await terminal.enter()
    let screen = await first
    let ending = await withTaskGroup(of: Void.self) { group in
      group.addTask {
        for await event in terminal.events() { inbox.add(event) }
        inbox.end(.terminated(.hangup))
      }
      group.addTask { await renderer.run() }
      group.addTask { await meanwhile() }
      var loop = Loop(self, inbox, renderer, first: screen)
      let ending = await loop.run()
      group.cancelAll()
      return ending
    }
    await terminal.leave()
    await finish()
    return ending
  }
}

extension Navigator {
  /// - Parameter part: The part that pushed screens belong to; nil for the part that is shown when they are pushed.
  init(_ inbox: Inbox, part: Int? = nil) {
    self.init(
      push: { inbox.add(.push($0, part: part)) }, replace: { inbox.add(.replace($0, part: part)) },
      preview: { inbox.add(.preview($0, part: part)) }, report: { inbox.add(.report($0)) },
      announce: { inbox.add(.announce($0)) },
      part: { Navigator(inbox, part: $0) })
  }
}
