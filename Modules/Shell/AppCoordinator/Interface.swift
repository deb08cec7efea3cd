import Observed
public import Screen
public import Terminal

/// Where to go.
public struct Navigator: Sendable {
  /// Shows a screen in place of the top one, which is there again when this one is left.
  public var push: @Sendable (_ screen: Screen) -> Void
  /// Leaves the top screen.
  public var pop: @Sendable () -> Void
  /// Remembers a failure for those who want to read it later.
  public var report: @Sendable (_ failure: String) -> Void
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
/// Everything that happens, from the terminal or from a screen, passes through one stream and is handled by one loop, so
/// the stack needs no lock, and a burst of keys becomes one frame.
public struct AppCoordinator: Sendable {
  let terminal: Terminal
  let first: @Sendable (Navigator) -> Screen

  /// - Parameter first: the screen that leaving ends the reader.
  public init(terminal: Terminal, first: @escaping @Sendable (_ navigator: Navigator) -> Screen) {
    self.terminal = terminal
    self.first = first
  }

  /// Runs until somebody is done.
  /// - Throws: `Terminal.Error` when there is no terminal to be used.
  public func run() async throws -> Ending {
    try await terminal.enter()
    let (signals, inbox) = AsyncStream.makeStream(of: Signal.self)
    let moves = Observed<[Move]>([])
    let move: @Sendable (Move) -> Void = { move in
      moves.update { $0.append(move) }
      inbox.yield(.changed)
    }
    let navigator = Navigator(
      push: { move(.push($0)) }, pop: { move(.pop) }, report: { inbox.yield(.failure($0)) })
    let ending = await withTaskGroup(of: Void.self) { group in
      group.addTask {
        for await event in terminal.events() { inbox.yield(.event(event)) }
        inbox.yield(.event(.terminated(.hangup)))
      }
      var loop = Loop(terminal: terminal, inbox: inbox, moves: moves, screen: first(navigator))
      let ending = await loop.run(signals)
      group.cancelAll()
      return ending
    }
    await terminal.leave()
    return ending
  }
}

/// What the loop is told.
enum Signal: Sendable {
  case event(Terminal.Event)
  case failure(String)
  /// The top screen may show something else.
  case changed
  /// Everything that came before has been handled: now is the time to draw.
  case draw
}

/// Where a screen wants to go. Moves do not queue behind the events that came after the one that made them.
enum Move: Sendable {
  case push(Screen)
  case pop
}
