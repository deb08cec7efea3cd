import Foundation
import Screen
import TestSupport
import Testing

struct ScreenEnvironmentTests {
  let url = URL(string: "http://host/a")!

  @Test func `browsed returns a message for the outcome and reports failures`() async {
    #expect(await ScreenEnvironment.stub().browsed(url) == "Opened in the browser.")
    let reported = CallRecorder<String>()
    var failing = ScreenEnvironment.failing()
    failing.report = { reported.record($0) }
    #expect(await failing.browsed(url) == "Could not open a browser; see !: http://host/a")
    let advice = "Set BROWSER, or browser in the configuration file, to open http://host/a"
    #expect(reported.all == ["No browser found. \(advice)"])
    var broken = failing
    broken.desktop.browse = { _, _ in throw BrowserError(tried: ["a", "b"]) }
    #expect(await broken.browsed(url) == "Could not open a browser; see !: http://host/a")
    #expect(reported.all.last == "Cannot start a browser (tried: a, b). \(advice)")
    var failingLater = failing
    let announced = CallRecorder<[String]>()
    failingLater.announce = { announced.record($0) }
    failingLater.desktop.browse = { _, onFailure in onFailure(BrowserError(tried: ["a"])) }
    #expect(await failingLater.browsed(url) == "Opened in the browser.")
    #expect(reported.all.last == "The browser failed (a). \(advice)")
    #expect(announced.all == [["The browser failed (a); see !", "The browser failed; see !"]])
  }

  @Test(arguments: ["http://host/a", "HTTPS://host", "mailto:ann@host"])
  func `http, https and mailto addresses are opened`(address: String) async throws {
    let browsed = CallRecorder<String>()
    let opened = CallRecorder<Void>()
    var sut = ScreenEnvironment.stub()
    sut.desktop.browse = { url, _ in browsed.record(url.absoluteString) }
    let url = try #require(URL(string: address))
    #expect(await sut.browsed(url) { opened.record(()) } == "Opened in the browser.")
    #expect(browsed.all == [address])
    #expect(opened.all.count == 1)
    #expect(await ScreenEnvironment.failing().browsed(url) { opened.record(()) } != "Opened in the browser.")
    #expect(opened.all.count == 1)
  }

  @Test(arguments: [
    "file:///etc/passwd", "javascript:a", "ssh://-oProxyCommand=x", "/a", "data:text/html,a", "httpx://a",
  ])
  func `addresses of other schemes are refused`(address: String) async throws {
    let browsed = CallRecorder<URL>()
    var sut = ScreenEnvironment.stub()
    sut.desktop.browse = { url, _ in browsed.record(url) }
    let url = try #require(URL(string: address))
    #expect(await sut.browsed(url) { browsed.record(url) } == "Only http, https and mailto are opened, not \(address)")
    #expect(browsed.all == [])
  }

  @Test func `a web address opens in the player, or in the browser without one`() async throws {
    let played = CallRecorder<URL>()
    let browsed = CallRecorder<URL>()
    let reported = CallRecorder<String>()
    let announced = CallRecorder<[String]>()
    var sut = ScreenEnvironment.stub()
    sut.report = { reported.record($0) }
    sut.announce = { announced.record($0) }
    sut.desktop.browse = { url, _ in browsed.record(url) }
    #expect(await sut.played(url) == "Opened in the browser.")
    sut.desktop.play = { url, _ in played.record(url) }
    #expect(await sut.played(url) == "Opened in the player.")
    let file = try #require(URL(string: "file:///etc/passwd"))
    #expect(await sut.played(file) == "Only http, https and mailto are opened, not file:///etc/passwd")
    #expect(browsed.all == [url])
    #expect(played.all == [url])
    sut.desktop.play = { _, _ in throw BrowserError(tried: ["mpv"]) }
    #expect(await sut.played(url) == "The player does not work; see !: http://host/a")
    let advice = "Check player in the configuration file, to play http://host/a"
    #expect(reported.all == ["Cannot start the player (tried: mpv). \(advice)"])
    sut.desktop.play = { _, onFailure in onFailure(BrowserError(tried: ["mpv"])) }
    #expect(await sut.played(url) == "Opened in the player.")
    #expect(reported.all.last == "The player failed (mpv). \(advice)")
    #expect(announced.all == [["The player failed (mpv); see !", "The player failed; see !"]])
  }

  @Test func `copied copies the text and returns a message with it`() async {
    let copied = CallRecorder<String>()
    var sut = ScreenEnvironment.stub()
    sut.copy = { copied.record($0) }
    #expect(await sut.copied("http://host/1") == "Copied: http://host/1")
    #expect(copied.all == ["http://host/1"])
  }

  @Test(.timeLimit(.minutes(5))) func `sleeping on a stub's clock ends when the task is cancelled`() async {
    let sleeping = Task { try await ScreenEnvironment.stub().clock.sleep(for: .zero) }
    sleeping.cancel()
    await #expect(throws: CancellationError.self) { try await sleeping.value }
  }

  @Test func `viewed returns a message for the outcome and reports failures with the viewers tried`() async {
    let reported = CallRecorder<String>()
    var sut = ScreenEnvironment.stub()
    sut.report = { reported.record($0) }
    for (error, sentence) in [
      (BrowserError(tried: []), "No picture viewer found."),
      (BrowserError(tried: ["xdg-open", "open"]), "Cannot start a viewer (tried: xdg-open, open)."),
      (CocoaError(.fileWriteUnknown), "Cannot write the picture for the viewer."),
    ] as [(any Error & Sendable, String)] {
      sut.desktop.view = { _, _ in throw error }
      #expect(await sut.viewed(Data(), name: "1.png") == sentence)
      #expect(reported.all.last == sentence)
    }
    sut.desktop.view = { _, _ in }
    #expect(await sut.viewed(Data(), name: "1.png") == "Opened in the viewer.")
    #expect(reported.all.count == 3)
  }

  @Test(
    arguments: [
      (POSIXError(.EACCES), "no permission"), (POSIXError(.EROFS), "read-only disk"),
      (POSIXError(.ENOSPC), "disk full"),
      (POSIXError(.EIO), "input/output error"),
    ] as [(POSIXError, String)])
  func `saved returns the file's path or the reason for the failure`(error: POSIXError, reason: String) async {
    let reported = CallRecorder<String>()
    var sut = ScreenEnvironment.stub()
    sut.report = { reported.record($0) }
    sut.desktop.save = { "/home/ada/\($1) \($0.count)" }
    #expect(await sut.saved(Data("text".utf8), name: "a.md") == "Saved: /home/ada/a.md 4")
    #expect(reported.all == [])
    sut.desktop.save = { _, _ in throw error }
    #expect(await sut.saved(Data(), name: "a.md") == "Not saved in the current folder (\(reason)).")
    #expect(reported.all == ["Cannot save a.md in the current folder (\(reason)). Start satchel in another one."])
  }

  @Test(arguments: [
    (0, "Done: wc -w"), (3, "Failed with status 3: wc -w"), (127, "Command not found: wc -w"),
    (-2, "Ended by signal 2: wc -w"), (nil, "Cannot start /bin/sh for: wc -w"),
  ])
  func `piped returns a message with the command and its exit status`(status: Int32?, sentence: String) async {
    let piped = CallRecorder<String>()
    var sut = ScreenEnvironment.stub()
    sut.desktop.pipe = { text, command in
      piped.record("\(String(decoding: text, as: UTF8.self)) to \(command)")
      return status
    }
    #expect(await sut.piped("ä", to: "wc -w") == sentence)
    #expect(piped.all == ["ä to wc -w"])
  }
}
