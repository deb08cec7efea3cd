public import Essentials
public import Observed
public import Pictures

/// What a screen needs of the world besides its data.
public struct ScreenEnvironment: Sendable {
  /// The server's address.
  public var server: URL
  /// The date.
  public var now: @Sendable () -> Date
  /// What the clocks on the user's wall are ahead of Greenwich at a date, in seconds.
  public var secondsFromGMT: @Sendable (_ date: Date) -> Int = { _ in 0 }
  /// What grace periods and spinners are measured with.
  public var clock: any Clock<Duration>
  /// Told every failure, as a sentence, for those who want to read it later.
  public var report: @Sendable (_ failure: String) -> Void
  /// Why downloaded data cannot be saved; nil while it is.
  public var cacheFailure: @Sendable () -> (any Error)? = { nil }
  /// Says what nobody waits for any more, whatever is shown then: in fewer and fewer words.
  public var announce: @Sendable (_ words: [String]) -> Void = { _ in }
  /// Tells that a server has just answered something, whoever has asked.
  public var answers: @Sendable (_ server: URL) -> ChangeSignal = { _ in .none }
  /// Puts a text on the clipboard as one line, without the controls it may hold: a title, a code.
  public var copy: @Sendable (_ text: String) async -> Void
  /// Puts a text on the clipboard with its line breaks, but without other controls: the text of a post.
  public var copyLines: @Sendable (_ text: String) async -> Void
  /// Opens an address in the browser; tells when one that was started fails later.
  /// - Throws: `BrowserError`.
  public var browse:
    @Sendable (_ url: URL, _ onFailure: @escaping @Sendable (_ failure: BrowserError) -> Void) async throws -> Void
  /// Opens a file in the desktop's viewer. The name is its last part: "614.png".
  /// - Throws: `BrowserError`, or why the file could not be written.
  public var view: @Sendable (_ file: Data, _ name: String) async throws -> Void
  /// How the terminal shows pictures, as far as it has said by now.
  public var pictures: Observed<PictureSupport>

  public init(
    server: URL, now: @escaping @Sendable () -> Date, clock: any Clock<Duration>,
    report: @escaping @Sendable (_ failure: String) -> Void,
    copy: @escaping @Sendable (_ text: String) async -> Void,
    copyLines: @escaping @Sendable (_ text: String) async -> Void,
    browse:
      @escaping @Sendable (_ url: URL, _ onFailure: @escaping @Sendable (_ failure: BrowserError) -> Void)
      async throws -> Void,
    view: @escaping @Sendable (_ file: Data, _ name: String) async throws -> Void = { _, _ in
      throw BrowserError(tried: [])
    },
    pictures: Observed<PictureSupport> = Observed(PictureSupport())
  ) {
    self.server = server
    self.now = now
    self.clock = clock
    self.report = report
    self.copy = copy
    self.copyLines = copyLines
    self.browse = browse
    self.view = view
    self.pictures = pictures
  }
}

/// There is no browser, or none that works.
public struct BrowserError: Error, Equatable {
  /// What was tried.
  public var tried: [String]

  public init(tried: [String]) { self.tried = tried }

  /// What could not be opened is named, so that it can be copied; in few words, so that there is room for it.
  fileprivate func sentence(_ url: URL) -> String { "No browser works; see !: \(url.absoluteString)" }

  /// The same with what was tried and what to do.
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
  /// A world in which nothing is remembered and time stands still, but for the clock that is given.
  public static func stub(
    server: URL = URL(filePath: "/"), now: Date = Date(timeIntervalSince1970: 0),
    clock: (any Clock<Duration>)? = nil
  ) -> Self {
    Self(
      server: server, now: { now }, clock: clock ?? StoppedClock(), report: { _ in }, copy: { _ in },
      copyLines: { _ in },
      browse: { _, _ in })
  }

  /// A world without a browser.
  public static func failing(clock: (any Clock<Duration>)? = nil) -> Self {
    var failing = stub(clock: clock)
    failing.browse = { _, _ in throw BrowserError(tried: []) }
    return failing
  }

  /// The same, with failures told to somebody else, and another clipboard, which is told whether line breaks stay.
  public func reporting(
    to report: @escaping @Sendable (_ failure: String) -> Void,
    announcing announce: @escaping @Sendable (_ words: [String]) -> Void = { _ in },
    copyingTo copy: @escaping @Sendable (_ text: String, _ savingLines: Bool) async -> Void
  ) -> Self {
    var environment = self
    (environment.report, environment.announce) = (report, announce)
    environment.copy = { await copy($0, false) }
    environment.copyLines = { await copy($0, true) }
    return environment
  }

  /// Opens a file in the desktop's viewer, and says how that went.
  public func viewed(_ file: Data, name: String) async -> String {
    do {
      try await view(file, name)
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

  /// Opens an address in the browser, and says how that went.
  public func browsed(_ url: URL) async -> String {
    do {
      try await browse(url) { [report, announce] failure in
        report(failure.explanation(url, isLate: true))
        announce(["The browser failed (\(failure.names)); see !", "The browser failed; see !"])
      }
      return "Opened in the browser."
    } catch {
      let failure = error as? BrowserError
      report(failure?.explanation(url) ?? "Cannot start the browser to open \(url.absoluteString)")
      return failure?.sentence(url) ?? "Cannot start the browser: \(url.absoluteString)"
    }
  }

  /// Copies what has an address, or else the text that names it, and says what was copied.
  public func copied(_ text: String) async -> String {
    await copy(text)
    return "Copied: \(text)"
  }

  /// Waits until what is shown first has had the time to appear: what nobody looks at yet begins then.
  public func pause() async { try? await clock.sleep(for: .milliseconds(100)) }
}
