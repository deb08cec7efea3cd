import Foundation
import Screen
import TestSupport
import Testing

struct ScreenEnvironmentTests {
  let url = URL(filePath: "/a")

  @Test func `browsing says how it went, and a failure can be read later`() async {
    #expect(await ScreenEnvironment.stub().browsed(url) == "Opened in the browser.")
    let reported = Calls<String>()
    let failing = ScreenEnvironment.failing().reporting(to: { reported.record($0) }, copyingTo: { _, _ in })
    #expect(await failing.browsed(url) == "No browser works; see !: file:///a")
    let advice = "Set BROWSER, or browser in the configuration file, to open file:///a"
    #expect(reported.all == ["No browser found. \(advice)"])
    var broken = failing
    broken.browse = { _, _ in throw BrowserError(tried: ["a", "b"]) }
    #expect(await broken.browsed(url) == "No browser works; see !: file:///a")
    #expect(reported.all.last == "Cannot start a browser (tried: a, b). \(advice)")
    var failingLater = failing
    let announced = Calls<[String]>()
    failingLater.announce = { announced.record($0) }
    failingLater.browse = { _, onFailure in onFailure(BrowserError(tried: ["a"])) }
    #expect(await failingLater.browsed(url) == "Opened in the browser.")
    #expect(reported.all.last == "The browser failed (a). \(advice)")
    #expect(announced.all == [["The browser failed (a); see !", "The browser failed; see !"]])
  }

  @Test func `what is copied is said`() async {
    let copied = Calls<String>()
    let sut = ScreenEnvironment.stub().reporting(to: { _ in }, copyingTo: { text, _ in copied.record(text) })
    #expect(await sut.copied("http://host/1") == "Copied: http://host/1")
    #expect(copied.all == ["http://host/1"])
  }

  @Test(.timeLimit(.minutes(5))) func `in a stub nobody wakes up before he is cancelled`() async {
    let sleeping = Task { try await ScreenEnvironment.stub().clock.sleep(for: .zero) }
    sleeping.cancel()
    await #expect(throws: CancellationError.self) { try await sleeping.value }
  }

  @Test func `viewing says how it went, and which viewers were tried`() async {
    let reported = Calls<String>()
    var sut = ScreenEnvironment.stub().reporting(to: { reported.record($0) }, copyingTo: { _, _ in })
    for (error, sentence) in [
      (BrowserError(tried: []), "No picture viewer found."),
      (BrowserError(tried: ["xdg-open", "open"]), "Cannot start a viewer (tried: xdg-open, open)."),
      (CocoaError(.fileWriteUnknown), "Cannot write the picture for the viewer."),
    ] as [(any Error & Sendable, String)] {
      sut.view = { _, _ in throw error }
      #expect(await sut.viewed(Data(), name: "1.png") == sentence)
      #expect(reported.all.last == sentence)
    }
    sut.view = { _, _ in }
    #expect(await sut.viewed(Data(), name: "1.png") == "Opened in the viewer.")
    #expect(reported.all.count == 3)
  }

  @Test func `the clipboard can be another`() async {
    let copied = Calls<String>()
    let sut = ScreenEnvironment.stub().reporting(
      to: { _ in }, copyingTo: { copied.record("\($0) \($1 ? "with its lines" : "as one line")") })
    await sut.copy("a title")
    await sut.copyLines("a text")
    #expect(copied.all == ["a title as one line", "a text with its lines"])
  }
}
