import Observed
import Pictures
import Rendering
import Screen
import StyleGuide
import Terminal
import TextLayout

/// The one loop: what is on top of what, and who gets an event.
struct Loop {
  private let terminal: Terminal
  private let pictures: Observed<PictureSupport>
  private let inbox: Inbox
  private let renderer: Renderer
  private var capabilities: Capabilities
  private var stack: [Screen]
  /// What was on top of the first screen when another of its parts was turned to, by part.
  private var parked: [Int: [Screen]] = [:]
  /// Ends watching the top screen.
  private var stopWatching: @Sendable () -> Void = {}
  private var overlay: Overlay?
  private var failures: [String] = []
  /// Events that the top screen wants to be offered again, and those that came after them.
  private var held = ArraySlice<Terminal.Event>()

  /// As many failures as anybody reads.
  private static let mostFailures = 100

  init(
    terminal: Terminal, pictures: Observed<PictureSupport>, inbox: Inbox, renderer: Renderer, screen: Screen
  ) {
    self.terminal = terminal
    self.pictures = pictures
    self.inbox = inbox
    self.renderer = renderer
    capabilities = terminal.capabilities
    stack = [screen]
  }

  /// Runs until something ends it.
  mutating func run() async -> Ending {
    appear()
    inbox.draw()
    for await signal in inbox.signals {
      if inbox.ending != nil { break }
      switch signal {
      case .event(let event):
        handle(event)
        obey()
        inbox.draw()
        await listen()
      case .draw:
        inbox.beginDrawing()
        obey()
        await offerHeld()
        if inbox.ending == nil { draw() }
      }
    }
    stopWatching()
    for screen in parked.values.joined() + stack.reversed() { screen.disappear() }
    return inbox.ending ?? .quit
  }

  /// What a screen does not hold back, then what it may.
  private mutating func handle(_ event: Terminal.Event) {
    switch event {
    case .resized, .focused, .terminated: break
    case .resumed, .key(.control("l")): renderer.forget()
    case .synchronizedOutput(let isKnown): capabilities.synchronizedOutput = isKnown
    case .answer(let bytes): if let answer = TerminalAnswer(bytes) { pictures.update { $0.take(answer) } }
    case .key(.control("z")): renderer.suspend()
    case .key, .mouse, .paste: if !held.isEmpty || !offer(event) { held.append(event) }
    }
  }

  /// Offers what was held back, until the screen that is then on top wants to be asked later again.
  private mutating func offerHeld() async {
    while inbox.ending == nil, let event = held.first, offer(event) {
      held.removeFirst()
      obey()
      await listen()
    }
  }

  /// Lets in what the terminal has told in the meantime: where all this runs on one thread, an end would otherwise be heard
  /// only when no key is left.
  private func listen() async { await Task.yield() }

  /// Gives an event to whom it belongs; false when that wants to be asked later.
  private mutating func offer(_ event: Terminal.Event) -> Bool {
    if let overlay {
      if case .key(let key) = event, key == "Q" || key == "!" {
        press(key)
      } else {
        self.overlay = overlay.reacted(to: event, terminal.size())
      }
      return true
    }
    switch react(to: event) {
    case .handled: return true
    case .later: return false
    case .ignored:
      if case .key(let key) = event { press(key) }
      return true
    }
  }

  /// The top screen takes an event, or else the first one turns to another of its parts; each part keeps what is on top.
  private mutating func react(to event: Terminal.Event) -> Reaction {
    guard let first = stack.first, let top = stack.last else { return .ignored }
    let (size, part) = (terminal.size(), first.parts.shown())
    let reaction = top.react(event, size)
    if reaction == .later { return .later }
    guard reaction == .handled || stack.count > 1 && first.parts.turn(event, size) else { return .ignored }
    let new = first.parts.shown()
    if new != part {
      parked[part] = Array(stack.dropFirst())
      stack = [first] + (parked.removeValue(forKey: new) ?? [])
      watch()
    }
    return .handled
  }

  /// Keys that mean the same on every screen, unless it gives them a meaning of its own.
  private mutating func press(_ key: Key) {
    switch key {
    case "?", .function(1): overlay = .help(help)
    case "!": overlay = .failures(failures)
    case "Q": inbox.end(.quit)
    case "q", .escape, .backspace:
      if stack.count > 1 { pop() } else if key == "q" { inbox.end(.quit) }
    default: break
    }
  }

  private var help: [KeyHelp] {
    let parts = stack.count > 1 ? stack[0].parts.help() : []
    return (stack.last?.help() ?? []) + parts + AppCoordinator.everywhere
  }

  /// Does what screens asked for.
  private mutating func obey() {
    for request in inbox.takeRequests() {
      switch request {
      case .push(let screen, let part): push(screen, on: part)
      case .pop: pop()
      case .report(let failure):
        failures.removeAll { $0 == failure }
        failures = (failures + [failure]).suffix(Self.mostFailures)
      }
    }
  }

  /// Shows a screen, or keeps it for when its part is shown again.
  private mutating func push(_ screen: Screen, on part: Int?) {
    guard let part, part != stack.first?.parts.shown() else {
      stack.append(screen)
      return appear()
    }
    parked[part, default: []].append(screen)
    screen.appear()
  }

  private mutating func appear() {
    watch()
    stack.last?.appear()
  }

  private mutating func pop() {
    stack.popLast()?.disappear()
    guard let top = stack.last else { return inbox.end(.quit) }
    watch()
    top.resume()
  }

  private mutating func watch() {
    stopWatching()
    stopWatching = (stack.last?.changes ?? .none).watch { [inbox] in inbox.draw() }
  }

  private func draw() {
    let size = terminal.size()
    let frame = overlay?.frame(in: size) ?? stack.last?.frame(size) ?? Frame([], size: size)
    renderer.show(
      isTooSmall(size) ? tooSmall(size) : frame, on: capabilities, pictures: pictures.value.pictureProtocol)
  }

  private func isTooSmall(_ size: Size) -> Bool { size.width < 20 || size.height < 4 }

  private func tooSmall(_ size: Size) -> Frame {
    Frame(TextLayout.wrap("Too small: 20x4 is needed.", to: max(1, size.width)).map { Line($0) }, size: size)
  }
}
