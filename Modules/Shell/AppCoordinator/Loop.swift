import FeedListFeature
import FeedsRepository
import Observed
import Pictures
import Rendering
import Screen
import StyleGuide
import Terminal
import TextLayout

/// The event loop: it passes events to the screens, handles their requests and draws.
struct Loop {
  private let coordinator: AppCoordinator
  private let inbox: Inbox
  private let renderer: Renderer
  private let debouncer: SelectionDebouncer?
  private var capabilities: Capabilities
  private var screens: ScreenStack
  /// Stops watching the screens that are shown.
  private var stopWatching: @Sendable () -> Void = {}
  private var overlay: Overlay?
  /// The last frame.
  private var shown: Frame?
  private var failures: [String] = []
  private var announcement = Announcement()
  /// The timer that draws again after a minute; nil while no ages are on the screen.
  private var renewal: Task<Void, any Error>?
  /// Events that the top screen was not ready for, and the events after them.
  private var held = ArraySlice<Terminal.Event>()

  /// The number of recent failures to remember, more than anybody reads.
  private static let mostFailures = 100

  init(_ coordinator: AppCoordinator, _ inbox: Inbox, _ renderer: Renderer, first screen: Screen) {
    self.coordinator = coordinator
    self.inbox = inbox
    self.renderer = renderer
    debouncer = coordinator.clock.map { SelectionDebouncer($0) { inbox.add(.rested($0)) } }
    capabilities = coordinator.terminal.capabilities
    screens = ScreenStack(screen)
  }

  private var size: Size { coordinator.terminal.size() }
  private var sync: BackgroundSync? { coordinator.sync }

  /// Runs until the inbox has an ending.
  mutating func run() async -> Ending {
    screens.appear()
    watch()
    let work = ChangeSignal.merging(
      [sync?.changes, coordinator.refresh.changes, coordinator.rules.changes].compactMap(\.self))
    let stopWatchingWork = work.watch { [inbox] in inbox.draw() }
    inbox.draw()
    for await signal in inbox.signals {
      if inbox.ending != nil { break }
      switch signal {
      case .event(let event):
        handle(event)
        handleRequests()
        inbox.draw()
        await yieldToTerminal()
      case .draw:
        inbox.beginDrawing()
        handleRequests()
        await offerHeld()
        if inbox.ending == nil { draw() }
      }
    }
    stopWatching()
    stopWatchingWork()
    sync?.stop()
    debouncer?.select(nil)
    renewal?.cancel()
    screens.disappear()
    return inbox.ending ?? .quit
  }

  /// Handles the events of the terminal itself at once, and queues others while the top screen is not ready.
  private mutating func handle(_ event: Terminal.Event) {
    switch event {
    case .resized, .terminated: break
    case .resumed, .key(.control("l")): renderer.forget()
    case .synchronizedOutput(let isKnown): capabilities.synchronizedOutput = isKnown
    case .answer(let bytes): if let answer = TerminalAnswer(bytes) { take(answer) }
    case .key(.control("z")): renderer.suspend()
    case .key, .mouse, .paste:
      if overlay == nil { announcement.acknowledge() }
      if !held.isEmpty || !offer(event) { held.append(event) }
    }
  }

  private mutating func take(_ answer: TerminalAnswer) {
    if case .background(let color) = answer { capabilities.take(background: color) }
    coordinator.pictures.update { $0.take(answer) }
  }

  /// Offers the events that were held back, until a screen is not ready again.
  private mutating func offerHeld() async {
    while inbox.ending == nil, let event = held.first, offer(event) {
      held.removeFirst()
      handleRequests()
      await yieldToTerminal()
    }
  }

  /// Yields to the task that reads the terminal. On a single thread, a request to end would otherwise arrive only after
  /// the last key.
  private func yieldToTerminal() async { await Task.yield() }

  /// Passes an event to the overlay or the screens; returns false if the screen is not ready for it.
  private mutating func offer(_ event: Terminal.Event) -> Bool {
    if case .mouse(let mouse) = event, mouse.action == .press,
      let key = shown?.key(atColumn: mouse.column, row: mouse.row)
    {
      if overlay == nil, key != .tab { screens.focus(on: event, size) }
      return offer(.key(key))
    }
    if var overlay {
      if case .key(let key) = event, !overlay.isTyping, key == "Q" || key == "!" {
        press(key)
      } else {
        self.overlay = overlay.react(to: event, size) ? overlay : nil
      }
      return true
    }
    switch screens.react(to: event, size) {
    case .handled:
      watch()
      return true
    case .later: return false
    case .ignored:
      if case .key(let key) = event { press(key) }
      return true
    }
  }

  /// Handles a key that means the same on every screen, unless the screen handles it.
  private mutating func press(_ key: Key) {
    switch key {
    case "?", .function(1): overlay = .help(screens.help() + AppCoordinator.everywhere, others: coordinator.help())
    case "!":
      // The list of errors says more than the message.
      announcement = Announcement()
      let marked = coordinator.marked()
      let others = failures.filter { failure in !marked.contains { $0.hasPrefix(failure.dropLast()) } }
      overlay = .failures(others + marked.reversed())
    case "S":
      announcement = Announcement()
      sync?.toggle { [inbox] outcome in
        for failure in outcome.failures { inbox.add(.report(failure)) }
        inbox.add(.announce(outcome.words))
      }
    case "Q": inbox.end(.quit)
    case "q", .escape, .backspace:
      if screens.pop(size) { watch() } else if key == "q" { inbox.end(.quit) }
    default: break
    }
  }

  /// Handles the requests of the screens.
  private mutating func handleRequests() {
    for request in inbox.takeRequests() {
      switch request {
      case .push(let screen, let part): screens.push(screen, on: part, size)
      case .replace(let screen, let part): screens.replace(with: screen, on: part, size)
      case .preview(let screen, let part): screens.preview(screen, of: part, size)
      case .rested(let subject):
        if screens.unseen(size) == subject { screens.askForPreview() }
      case .renewAges: renewal = nil
      case .report(let failure):
        failures.removeAll { $0 == failure }
        failures = (failures + [failure]).suffix(Self.mostFailures)
      case .announce(let words): announcement = Announcement(words)
      }
      watch()
    }
  }

  /// Watches the screens that are shown now, if they are others than before.
  private mutating func watch() {
    guard screens.shownScreensChanged else { return }
    screens.shownScreensChanged = false
    stopWatching()
    stopWatching = screens.changes.watch { [inbox] in inbox.draw() }
  }

  private mutating func draw() {
    let size = size
    let frame = isTooSmall(size) ? tooSmall(size) : overlay?.frame(in: size) ?? screensFrame(in: size)
    shown = frame
    renewAges(size)
    debouncer?.select(screens.unseen(size))
    renderer.show(frame, on: capabilities, pictures: coordinator.pictures.value.pictureProtocol)
  }

  /// Draws again in a minute, if ages are on the screen.
  private mutating func renewAges(_ size: Size) {
    guard overlay == nil, let clock = coordinator.clock, screens.minute(size) != nil else {
      renewal?.cancel()
      renewal = nil
      return
    }
    if renewal != nil { return }
    renewal = Task { [inbox] in
      try await clock.sleep(for: .seconds(60))
      inbox.add(.renewAges)
    }
  }

  private mutating func screensFrame(in size: Size) -> Frame {
    let work = [sync?.words, coordinator.refresh.value?.words, coordinator.rules.value?.words].compactMap(\.self)
    let words = work.first { !$0.isEmpty } ?? []
    announcement.appear(coordinator.clock)
    return screens.frame(in: size) {
      announcement.words.isEmpty ? $0.showing(progress: words) : announcement.added(to: $0)
    }
  }

  private func isTooSmall(_ size: Size) -> Bool { size.width < 20 || size.height < 4 }

  private func tooSmall(_ size: Size) -> Frame {
    Frame(TextLayout.wrap("Too small: 20x4 is needed.", to: max(1, size.width)).map { Line($0) }, size: size)
  }
}
