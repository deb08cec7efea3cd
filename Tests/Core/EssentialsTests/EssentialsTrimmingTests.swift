import Essentials
import TestSupport
import Testing

struct EssentialsTrimmingTests {
  @Test(arguments: [
    ("", ""), (" \n\t", ""), (" a b \r\n", "a b"), ("a", "a"), ("\u{A0}\u{3000}é\u{2028}", "é"), ("a ", "a"),
    (" a", "a"),
  ])
  func `trimming removes whitespace and line ends from both ends only`(text: String, trimmed: String) {
    #expect(text.trimmed == trimmed)
  }

  @Test func `trimming takes a predicate for the elements to remove`() {
    #expect([0, 1, 0, 2, 0, 0][...].trimmed { $0 == 0 } == [1, 0, 2])
    #expect([0, 0][...].trimmed { $0 == 0 }.isEmpty)
  }
}
