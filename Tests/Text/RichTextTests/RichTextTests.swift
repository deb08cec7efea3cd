import RichText
import TestSupport
import Testing

struct RichTextTests {
  @Test func `bullets alternate with the depth of the list`() {
    #expect((0..<4).map { RichText.bullet(depth: $0) } == ["•", "◦", "•", "◦"])
  }

  @Test func `the traits have distinct bits`() {
    let traits: [RichText.Run.Traits] = [.emphasis, .strong, .code, .strikethrough]
    #expect(traits.reduce(0) { $0 + $1.rawValue.nonzeroBitCount } == 4)
    #expect(traits.reduce(into: RichText.Run.Traits()) { $0.formUnion($1) }.rawValue.nonzeroBitCount == 4)
  }

  @Test func `the text of a block is that of its runs`() {
    #expect(RichText.Block(.paragraph, [.init("a "), .init("b", .strong, link: "c")]).text == "a b")
    #expect(RichText.Block(.rule).text == "")
    #expect(RichText.Block(.rule).space == 0, "a rule adds no empty line")
  }
}
