import RichText
import TestSupport
import Testing

struct RichTextTests {
  @Test func `the signs of items take turns as lists are nested`() {
    #expect((0..<4).map { RichText.bullet(depth: $0) } == ["•", "◦", "•", "◦"])
  }

  @Test func `the text of a block is that of its runs`() {
    #expect(RichText.Block(.paragraph, [.init("a "), .init("b", .strong, link: "c")]).text == "a b")
    #expect(RichText.Block(.rule).text == "")
  }
}
