import Foundation
import ScreenEnvironment
import TestSupport
import Testing

struct ScreenEnvironmentTests {
  let url = URL(filePath: "/")

  @Test func `browsing says how it went, and a failure can be read later`() async {
    #expect(await ScreenEnvironment.stub().browsed(url) == "Opened in the browser.")
    let reported = Calls<String>()
    let failing = ScreenEnvironment.failing().reporting(to: { reported.record($0) }, copyingTo: { _, _ in })
    #expect(await failing.browsed(url) == "There is no browser: set BROWSER.")
    #expect(reported.all == ["There is no browser: set BROWSER."])
    #expect(BrowserError(tried: ["a", "b"]).sentence == "No browser could be started: a, b.")
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
