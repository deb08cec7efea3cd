import CTerminal
import Dispatch
import KeyDecoder
import Terminal

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A terminal from `enter` to `leave`.
actor Session {
  /// Everything needed while the terminal is held.
  private struct Hold {
    var device: Device
    var writer: Writer
    var sources: Sources
    /// The settings to be put back.
    var settings: termios
    /// Whether the terminal is somebody else's for now.
    var isSuspended = false
    /// Whether it was given back before; not when somebody stopped the program without asking.
    var wasGivenBack = false
  }

  nonisolated let events: AsyncStream<Terminal.Event>
  private let told: AsyncStream<Terminal.Event>.Continuation
  private let inputs: AsyncStream<Input>
  private let outside: AsyncStream<Input>.Continuation
  private let input: Int32
  private let output: Int32
  private let asksForModes: Bool
  private let clock: any Clock<Duration>
  private let stop: @Sendable () -> Void
  private var wasEntered = false
  private var hold: Hold?

  init(
    input: Int32, output: Int32, asksForModes: Bool, clock: any Clock<Duration>, stop: @escaping @Sendable () -> Void
  ) {
    (events, told) = AsyncStream.makeStream()
    (inputs, outside) = AsyncStream.makeStream()
    self.input = input
    self.output = output
    self.asksForModes = asksForModes
    self.clock = clock
    self.stop = stop
  }

  /// - Throws: `Terminal.Error`.
  func enter() async throws {
    guard !wasEntered else { throw Terminal.Error.refused(EBUSY) }
    let device = try Device(input: input, output: output)
    do {
      let settings = try device.settings()
      guard
        withUnsafePointer(to: settings, { cterminal_guard(device.writing, $0, Modes.leave, Modes.leave.utf8.count) })
          == 0
      else { throw Terminal.Error.refused(EBUSY) }
      do {
        try device.set(Modes.raw(settings))
        let queue = DispatchQueue(label: "satchel.terminal", qos: .userInteractive)
        let watching = DispatchGroup()
        let writer = Writer(device, queue: queue, watching: watching) { [outside] in outside.yield(.hangup) }
        let sources = try Sources(device, queue: queue, watching: watching, into: outside)
        hold = Hold(device: device, writer: writer, sources: sources, settings: settings)
        wasEntered = true
        Task { await follow() }
        await writer.write(Modes.enter(asking: asksForModes))
      } catch {
        giveBack(device, settings)
        cterminal_unguard()
        throw error
      }
    } catch {
      device.close()
      throw error
    }
  }

  func write(_ text: String) async {
    guard let hold, !hold.isSuspended else { return }
    await hold.writer.write(text)
  }

  func leave() async {
    guard let hold else { return }
    self.hold = nil
    if !hold.isSuspended {
      await hold.writer.close(with: Modes.leave)
      giveBack(hold.device, hold.settings)
    }
    cterminal_unguard()
    hold.sources.cancel(arePaused: hold.isSuspended)
    outside.finish()
    told.finish()
  }

  func suspend() async {
    guard let hold, !hold.isSuspended else { return }
    pause(hold, wasGivenBack: true)
    await hold.writer.write(Modes.leave)
    giveBack(hold.device, hold.settings)
    halt()
  }

  private func pause(_ hold: Hold, wasGivenBack: Bool) {
    var hold = hold
    hold.isSuspended = true
    hold.wasGivenBack = wasGivenBack
    self.hold = hold
    cterminal_pause_guard()
    hold.sources.pauseKeys()
  }

  /// Stops the program. Where nobody could tell it to go on the system does not stop it, and nobody tells it to go on: it
  /// goes on by itself when after 200 ms it still runs. (In two parts: after a stop the first one is over at once, and
  /// the second leaves time for what is to be told.)
  private func halt() {
    cterminal_watch_stop(0)
    stop()
    let clock = clock
    Task {
      try await clock.sleep(for: .milliseconds(100))
      try await clock.sleep(for: .milliseconds(100))
      await resume(wasToldTo: false)
    }
  }

  /// Takes the terminal again after a stop, whoever stopped the program. In the background it stops again.
  private func resume(wasToldTo: Bool) async {
    guard var hold, hold.isSuspended || wasToldTo else { return }
    guard hold.device.isInForeground else {
      if !hold.isSuspended { pause(hold, wasGivenBack: false) }
      if wasToldTo { halt() } else { outside.yield(.hangup) }
      return
    }
    // What the shell has set meanwhile is put back in the end; what cannot be read stays what it was.
    if hold.wasGivenBack, let settings = try? hold.device.settings() { hold.settings = settings }
    if hold.isSuspended { hold.sources.resumeKeys() }
    hold.isSuspended = false
    hold.wasGivenBack = false
    self.hold = hold
    cterminal_watch_stop(1)
    withUnsafePointer(to: hold.settings) { cterminal_resume_guard($0) }
    do { try hold.device.set(Modes.raw(hold.settings)) } catch { outside.yield(.hangup) }
    await hold.writer.write(Modes.enter(asking: false))
    told.yield(.resumed(Device.size(of: output)))
  }

  /// A terminal that does not take its settings is gone; there is nothing left to give back.
  private func giveBack(_ device: Device, _ settings: termios) { try? device.set(settings) }

  /// Makes events of what comes from outside, until `leave` or the end of the terminal.
  private func follow() async {
    var decoder = KeyDecoder()
    var pieces = 0
    for await input in inputs {
      switch input {
      case .bytes(let bytes):
        pieces += 1
        for event in decoder.feed(bytes) { told.yield(event) }
        if decoder.isPending { listen(after: pieces) }
      case .silence(let after):
        guard after == pieces, hold?.device.hasInput == false else { continue }
        for event in decoder.flush() { told.yield(event) }
      case .signal(let signal): await obey(signal)
      case .hangup:
        hold?.sources.cancelKeys()
        told.yield(.terminated(.hangup))
        told.finish()
        return
      }
    }
  }

  private func listen(after pieces: Int) {
    Task { [clock, outside] in
      try await clock.sleep(for: .milliseconds(25))
      outside.yield(.silence(after: pieces))
    }
  }

  private func obey(_ signal: Int32) async {
    switch signal {
    case SIGWINCH: told.yield(.resized(Device.size(of: output)))
    case SIGTSTP: await suspend()
    case SIGCONT: await resume(wasToldTo: true)
    case SIGTERM: told.yield(.terminated(.terminate))
    case SIGINT: told.yield(.terminated(.interrupt))
    case SIGQUIT: told.yield(.terminated(.quit))
    case SIGHUP: told.yield(.terminated(.hangup))
    default: break
    }
  }
}
