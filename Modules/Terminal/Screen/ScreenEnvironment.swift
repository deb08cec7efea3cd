public import Concurrency
public import Essentials
public import Observed
public import Pictures

/// The dependencies that all screens share.
public struct ScreenEnvironment: Sendable {
  /// The server's address.
  public var server: URL
  /// Whether the address is that of a feed, or of several.
  public var isFeed = false
  /// Returns the current date.
  public var now: @Sendable () -> Date
  /// Returns the offset of local time from GMT at a date, in seconds.
  public var secondsFromGMT: @Sendable (_ date: Date) -> Int = { _ in 0 }
  /// The clock for grace periods and spinners.
  public var clock: any Clock<Duration>
  /// The queue that runs the commands of lists one after the other.
  public var commands = CommandQueue()
  /// The tasks that run in the background until the reader ends.
  public var background = BackgroundTasks()
  /// Records a failure, as a sentence, for the list of failures.
  public var report: @Sendable (_ failure: String) -> Void = { _ in }
  /// Returns the error that prevents downloaded data from being saved; nil if there is none.
  public var cacheFailure: @Sendable () -> (any Error)? = { nil }
  /// Shows the outcome of work in the background, on whatever screen is shown then. The wordings go from long to short;
  /// the longest that fits is used.
  public var announce: @Sendable (_ words: [String]) -> Void = { _ in }
  /// Returns a signal that fires when the server answers any request.
  public var answers: @Sendable (_ server: URL) -> ChangeSignal = { _ in .none }
  /// Copies text to the clipboard as one line, without control characters: a title, an address.
  public var copy: @Sendable (_ text: String) async -> Void = { _ in }
  /// Copies text to the clipboard with its line breaks but without other control characters: the text of a post.
  public var copyLines: @Sendable (_ text: String) async -> Void = { _ in }
  /// The programs and the files of the person's machine.
  public var desktop = Desktop()
  /// The picture support of the terminal, as far as it has answered by now.
  public var pictures = Observed(PictureSupport())

  public init(server: URL, now: @escaping @Sendable () -> Date, clock: any Clock<Duration>) {
    self.server = server
    self.now = now
    self.clock = clock
  }
}

/// An error that says no browser could be started, or that it failed.
public struct BrowserError: Error, Equatable {
  /// The commands that were tried.
  public var tried: [String]

  public init(tried: [String]) { self.tried = tried }

  /// Returns a short message with the URL, so that the reader can copy it. It is short so that the URL has room.
  fileprivate func sentence(_ url: URL) -> String { "Could not open a browser; see !: \(url.absoluteString)" }

  /// Returns a longer message that also lists the commands tried and the remedy.
  fileprivate func explanation(_ url: URL, isLate: Bool = false) -> String {
    let what =
      isLate
      ? "The browser failed (\(names))"
      : tried.isEmpty ? "No browser found" : "Cannot start a browser (tried: \(names))"
    return "\(what). Set BROWSER, or browser in the configuration file, to open \(url.absoluteString)"
  }

  fileprivate var names: String { tried.joined(separator: ", ") }
}

extension ScreenEnvironment {
  /// Returns an environment that records nothing and in which time stands still unless a clock is given.
  public static func stub(
    server: URL = URL(filePath: "/"), now: Date = Date(timeIntervalSince1970: 0),
    clock: (any Clock<Duration>)? = nil
  ) -> Self {
    Self(server: server, now: { now }, clock: clock ?? StoppedClock())
  }

  /// Returns an environment without a browser.
  public static func failing(clock: (any Clock<Duration>)? = nil) -> Self {
    var failing = stub(clock: clock)
    failing.desktop.browse = { _, _ in throw BrowserError(tried: []) }
    return failing
  }

  /// Opens a file in the desktop's viewer and returns a sentence about the outcome.
  public func viewed(_ file: Data, name: String) async -> String {
    do {
      try await desktop.view(file, name)
      return "Opened in the viewer."
    } catch {
      let sentence =
        switch error as? BrowserError {
        case let none? where none.tried.isEmpty: "No picture viewer found."
        case let failed?: "Cannot start a viewer (tried: \(failed.names))."
        case nil: "Cannot write the picture for the viewer."
        }
      report(sentence)
      return sentence
    }
  }

  /// Opens an address of the web or of a person in the browser, and returns a sentence about the outcome. Any other is
  /// refused: a feed may name files and programs of this machine.
  /// - Parameters:
  ///   - url: The address; nil if there is none.
  ///   - opened: Called once it is open.
  public func browsed(_ url: URL?, opened: () -> Void = {}) async -> String {
    guard let url else { return noAddress }
    guard ["http", "https", "mailto"].contains(url.scheme?.lowercased()) else {
      return "Only http, https and mailto are opened, not \(url.absoluteString)"
    }
    do {
      try await desktop.browse(url) { [report, announce] failure in
        report(failure.explanation(url, isLate: true))
        announce(["The browser failed (\(failure.names)); see !", "The browser failed; see !"])
      }
      opened()
      return "Opened in the browser."
    } catch {
      let failure = error as? BrowserError
      report(failure?.explanation(url) ?? "Cannot start the browser to open \(url.absoluteString)")
      return failure?.sentence(url) ?? "Cannot start the browser: \(url.absoluteString)"
    }
  }

  /// Plays an audio or video file of the web, and returns a sentence about the outcome. Without a player the browser opens
  /// it.
  public func played(_ url: URL) async -> String {
    guard let play = desktop.play, ["http", "https"].contains(url.scheme?.lowercased()) else {
      return await browsed(url)
    }
    @Sendable func explanation(_ what: String) -> String {
      "\(what). Check player in the configuration file, to play \(url.absoluteString)"
    }
    do {
      try await play(url) { [report, announce] failure in
        report(explanation("The player failed (\(failure.names))"))
        announce(["The player failed (\(failure.names)); see !", "The player failed; see !"])
      }
      return "Opened in the player."
    } catch {
      let names = (error as? BrowserError)?.names ?? ""
      report(explanation("Cannot start the player\(names.isEmpty ? "" : " (tried: \(names))")"))
      return "The player does not work; see !: \(url.absoluteString)"
    }
  }

  /// Saves a file in the current folder and returns a sentence about the outcome.
  public func saved(_ file: Data, name: String) async -> String {
    do { return "Saved: \(try await desktop.save(file, name))" } catch {
      let reason = (error as? POSIXError)?.code.clause ?? "\(error)"
      report("Cannot save \(name) in the current folder (\(reason)). Start satchel in another one.")
      return "Not saved in the current folder (\(reason))."
    }
  }

  /// Gives a text to a command, which has the terminal until it ends, and returns a sentence about the outcome.
  public func piped(_ text: String, to command: String) async -> String {
    switch await desktop.pipe(Data(text.utf8), command) {
    case 0?: "Done: \(command)"
    // The shell's word for a command that it does not find.
    case 127?: "Command not found: \(command)"
    case let status? where status < 0: "Ended by signal \(-status): \(command)"
    case let status?: "Failed with status \(status): \(command)"
    case nil: "Cannot start /bin/sh for: \(command)"
    }
  }

  /// Copies a text, such as an address or a title, and returns a sentence that says so.
  public func copied(_ text: String) async -> String {
    await copy(text)
    return "Copied: \(text)"
  }

  /// Copies an address, if there is one, and returns a sentence about that.
  public func copied(_ url: URL?) async -> String {
    if let url { await copied(url.absoluteString) } else { noAddress }
  }

  private var noAddress: String { "It has no address." }

  /// Waits 100 ms, so that the first frame can appear before work that is not visible yet begins.
  public func pause() async { try? await clock.sleep(for: .milliseconds(100)) }
}

/// A clock that stands still. Sleeping ends only when the task is cancelled.
struct StoppedClock: Clock {
  let now = ContinuousClock.now
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
    for await _ in AsyncStream<Void>(Void.self, { _ in }) {}
    try Task.checkCancellation()
  }
}
