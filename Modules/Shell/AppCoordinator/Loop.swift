import Observed
import Rendering
import Screen
import StyleGuide
import Terminal
import TextLayout

/// The one loop: what is on top of what, and what the terminal shows.
struct Loop {
  private let terminal: Terminal
  private let inbox: AsyncStream<Signal>.Continuation
  private let moves: Observed<[Move]>
  private var capabilities: Capabilities
  private var stack: [Screen]
  /// What was on top of the first screen when another of its parts was turned to, by part.
  private var parked: [Int: [Screen]] = [:]
  private var watching: Task<Void, Never>?
  private var overlay: Overlay?
  private var failures: [String] = []
  /// What the terminal shows; nil when that is not known.
  private var shown: Frame?
  private var isDrawing = false
  private var ending: Ending?

  /// As many failures as anybody reads.
  private static let mostFailures = 100

  init(
    terminal: Terminal, inbox: AsyncStream<Signal>.Continuation, moves: Observed<[Move]>, screen: Screen
  ) {
    self.terminal = terminal
    self.inbox = inbox
    self.moves = moves
    capabilities = terminal.capabilities
    stack = [screen]
  }

  mutating func run(_ signals: AsyncStream<Signal>) async -> Ending {
    appear()
    for await signal in signals {
      switch signal {
      case .event(let event): await handle(event)
      case .failure(let failure):
        failures.removeAll { $0 == failure }
        failures = (failures + [failure]).suffix(Self.mostFailures)
      case .changed: break
      case .draw:
        isDrawing = false
        await draw()
        continue
      }
      move()
      if let ending {
        watching?.cancel()
        for screen in parked.values.joined() + stack.reversed() { screen.disappear() }
        return ending
      }
      if !isDrawing {
        isDrawing = true
        inbox.yield(.draw)
      }
    }
    return .quit
  }

  private mutating func handle(_ event: Terminal.Event) async {
    switch event {
    case .terminated(let termination): ending = .terminated(termination)
    case .resized: break
    case .resumed: shown = nil
    case .synchronizedOutput(let isKnown): capabilities.synchronizedOutput = isKnown
    case .key(.control("c")): ending = .quit
    case .key(.control("z")): await terminal.suspend()
    case .key(.control("l")): shown = nil
    case _ where overlay != nil: overlay = overlay?.reacted(to: event, terminal.size())
    case _ where react(to: event): break
    case .key(let key): press(key)
    case .focused, .mouse, .paste: break
    }
  }

  /// The top screen takes an event, or else the first one turns to another of its parts; each part keeps what is on top.
  private mutating func react(to event: Terminal.Event) -> Bool {
    guard let first = stack.first, let top = stack.last else { return false }
    let (size, part) = (terminal.size(), first.parts.shown())
    guard top.react(event, size) || stack.count > 1 && first.parts.turn(event, size) else { return false }
    let new = first.parts.shown()
    if new != part {
      parked[part] = Array(stack.dropFirst())
      stack = [first] + (parked.removeValue(forKey: new) ?? [])
      watch()
    }
    return true
  }

  /// Keys that mean the same on every screen, unless it gives them a meaning of its own.
  private mutating func press(_ key: Key) {
    switch key {
    case "?", .function(1): overlay = .help(help)
    case "!": overlay = .failures(failures)
    case "Q": ending = .quit
    case "q", .escape, .backspace:
      if stack.count > 1 { pop() } else if key == "q" { ending = .quit }
    default: break
    }
  }

  private var help: [KeyHelp] {
    let parts = stack.count > 1 ? stack[0].parts.help() : []
    return (stack.last?.help() ?? []) + parts + AppCoordinator.everywhere
  }

  private mutating func move() {
    let moves = moves.update { moves in
      defer { moves = [] }
      return moves
    }
    for move in moves {
      switch move {
      case .push(let screen):
        stack.append(screen)
        appear()
      case .pop: pop()
      }
    }
  }

  private mutating func appear() {
    watch()
    stack.last?.appear()
  }

  private mutating func pop() {
    stack.popLast()?.disappear()
    guard let top = stack.last else {
      ending = .quit
      return
    }
    watch()
    top.resume()
  }

  private mutating func watch() {
    watching?.cancel()
    guard let changes = stack.last?.changes() else { return }
    watching = Task { [inbox] in for await _ in changes { inbox.yield(.changed) } }
  }

  private mutating func draw() async {
    let size = terminal.size()
    let frame = overlay?.frame(in: size) ?? stack.last?.frame(size) ?? Frame([], size: size)
    let new = isTooSmall(size) ? tooSmall(size) : frame
    let text = new.drawn(over: shown, on: capabilities)
    shown = new
    if !text.isEmpty { await terminal.write(text) }
  }

  private func isTooSmall(_ size: Size) -> Bool { size.width < 20 || size.height < 4 }

  private func tooSmall(_ size: Size) -> Frame {
    Frame(TextLayout.wrap("Too small: 20x4 is needed.", to: max(1, size.width)).map { Line($0) }, size: size)
  }
}
