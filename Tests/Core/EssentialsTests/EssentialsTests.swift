import Essentials
import TestSupport
import Testing

struct EssentialsTests {
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

  @Test(arguments: [("", ""), ("a\nb", "a\nb"), ("a\r\nb\rc\r\r\nd\r", "a\nb\nc\n\nd\n")])
  func `carriage returns become line feeds`(text: String, expected: String) {
    #expect(Array(text.withLineFeeds.utf8) == Array(expected.utf8))
  }

  @Test func `the first result is found with one call for each element`() throws {
    let calls = CallRecorder<Int>()
    func result(_ limit: Int) -> String? {
      [1, 2, 3].firstNonNil { number in
        calls.record(number)
        return number >= limit ? "\(number)" : nil
      }
    }
    #expect(result(2) == "2")
    #expect(calls.all == [1, 2])
    #expect(result(4) == nil)
  }
}
