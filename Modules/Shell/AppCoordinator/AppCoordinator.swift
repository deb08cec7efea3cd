// The stack of screens and the event loop.

public import Observed
public import Pictures
public import Screen
public import Terminal

/// Where to go.
public struct Navigator: Sendable {
  /// Shows a screen in place of the top one, which is there again when this one is left.
  public var push: @Sendable (_ screen: Screen) -> Void
  /// Shows a page beside the first screen, as long as that has the keys; where there is no room, nowhere.
  public var preview: @Sendable (_ screen: Screen) -> Void
  /// Leaves the top screen.
  public var pop: @Sendable () -> Void
  /// Remembers a failure for those who want to read it later.
  public var report: @Sendable (_ failure: String) -> Void
  /// Says something in the line at the bottom, whatever is shown, until the next key: in fewer and fewer words.
  public var announce: @Sendable (_ words: [String]) -> Void
  /// For one part of the first screen: a screen that is pushed belongs to that part, and waits there while another is
  /// shown. An answer that comes late so never covers what the reader has turned to meanwhile.
  public var part: @Sendable (_ number: Int) -> Navigator
}

/// Why the reader ended.
public enum Ending: Equatable, Sendable {
  /// Somebody was done.
  case quit
  /// The program was asked to end, or the terminal is gone.
  case terminated(Terminal.Termination)
}

/// Keeps the stack of screens, gives events to the top one and draws what it shows.
///
/// Everything that happens, from the terminal or from a screen, stands in one line and is handled by one loop, so the
/// stack needs no lock, and a burst of keys becomes one frame. What ends the program stands in no line, and the loop waits
/// for nothing: not for the terminal either, on which a task of its own draws.
public struct AppCoordinator: Sendable {
  let terminal: Terminal
  let pictures: Observed<PictureSupport>
  let meanwhile: @Sendable () async -> Void
  let finish: @Sendable () async -> Void
  let clock: (any Clock<Duration>)?
  let sync: BackgroundSync?
  let first: @Sendable (Navigator) async -> Screen

  /// - `pictures`: learns from what the terminal answers how it shows pictures.
  /// - `meanwhile`: runs as long as the reader does, and ends when its task is cancelled.
  /// - `finish`: what is waited for in the end, when the terminal is given back already.
  /// - `clock`: what is measured with how long something is selected before it is shown beside the list; nil where
  ///   nothing is.
  /// - `sync`: what `S` begins and stops; nil for nothing.
  /// - `first`: the screen that leaving ends the reader.
  public init(
    terminal: Terminal, pictures: Observed<PictureSupport> = Observed(PictureSupport()),
    meanwhile: @escaping @Sendable () async -> Void = {}, finish: @escaping @Sendable () async -> Void = {},
    clock: (any Clock<Duration>)? = nil, sync: BackgroundSync? = nil,
    first: @escaping @Sendable (_ navigator: Navigator) async -> Screen
  ) {
    self.terminal = terminal
    self.pictures = pictures
    self.meanwhile = meanwhile
    self.finish = finish
    self.clock = clock
    self.sync = sync
    self.first = first
  }

  /// Runs until somebody is done.
  /// - Throws: `Terminal.Error` when there is no terminal to be used.
  public func run() async throws -> Ending {
    let inbox = Inbox()
    let renderer = Renderer(terminal, redraw: { inbox.draw() })
    async let first = first(Navigator(inbox))
    // What the first screen waits for is asked for before the terminal is prepared.
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
      let resting = clock.map { RestingSelection($0) { inbox.add(.rested($0)) } }
      var loop = Loop(
        terminal: terminal, pictures: pictures, inbox: inbox, renderer: renderer, resting: resting, sync: sync,
        screen: screen)
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
  /// - Parameter part: the part that screens belong to; nil for the one that is shown when they are pushed.
  init(_ inbox: Inbox, part: Int? = nil) {
    self.init(
      push: { inbox.add(.push($0, part: part)) }, preview: { inbox.add(.preview($0, part: part)) },
      pop: { inbox.add(.pop) }, report: { inbox.add(.report($0)) }, announce: { inbox.add(.announce($0)) },
      part: { Navigator(inbox, part: $0) })
  }
}
