// The stack of screens and the event loop.

import FeedsRepository
public import Observed
public import Pictures
public import Screen
public import Terminal

/// The requests that a screen can make of the coordinator.
public struct Navigator: Sendable {
  let inbox: Inbox
  /// The part of the first screen that pushed screens belong to; nil for the part that is shown when they are pushed.
  var number: Int?

  /// Shows a screen on top of the current one, which returns when the new one is left.
  public func push(_ screen: Screen) { inbox.add(.push(screen, part: number)) }

  /// Shows a screen on the first screen, in place of all others.
  public func replace(_ screen: Screen) { inbox.add(.replace(screen, part: number)) }

  /// Shows a screen beside the list that has the keys and has its item selected; does nothing without room for both.
  public func preview(_ screen: Screen) { inbox.add(.preview(screen, part: number)) }

  /// Adds a failure to the recent errors.
  public func report(_ failure: String) { inbox.add(.report(failure)) }

  /// Shows a message in the bottom line, until a key is pressed when it has been there for two seconds.
  /// - Parameter words: Versions of the message, the longest first; the bottom line shows one that fits.
  public func announce(_ words: [String]) { inbox.add(.announce(words)) }

  /// Returns a navigator for one part of the first screen. A screen that it pushes belongs to that part and waits there
  /// while another part is shown, so a late answer never covers the part that the reader has switched to.
  public func part(_ number: Int) -> Navigator { Navigator(inbox: inbox, number: number) }
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
  /// The progress of applying changed rules to the feeds' posts, shown as that of a refresh.
  var rules = Observed<RulesProgress?>(nil)
  /// Returns the failures that a list marks now, for the recent errors.
  var marked: @Sendable () -> [String] = { [] }
  /// Returns the keys of all screens that there are, for the help.
  var help: @Sendable () -> [KeySection] = { AppCoordinator.keys }

  /// - Parameters:
  ///   - terminal: The terminal that shows the screens.
  ///   - pictures: The way in which the terminal shows pictures, by its answers.
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
    async let first = first(Navigator(inbox: inbox))
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
