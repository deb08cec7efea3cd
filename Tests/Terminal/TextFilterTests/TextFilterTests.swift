import TestSupport
import Testing
import TextFilter

struct TextFilterTests {
  func matches(_ query: String, in texts: [String]) -> [Int] {
    var sut = TextFilter()
    for text in texts { sut.append(text) }
    return sut.matches(query, in: 0..<sut.count)
  }

  @Test(arguments: [
    ("", [0, 1, 2, 3, 4, 5, 6]),
    ("lamp", [0, 1]),
    ("Lamp", [0]),
    ("LAMP", []),
    ("amp ", [0]),
    ("x", []),
    ("地図", [2]),
    ("图", []),
    ("café", [3, 4]),
    ("straße", [5]),
    ("oom at", []),
    ("the lamp room and much more than that", []),
  ])
  func `a text is found by any part of it`(query: String, expected: [Int]) {
    let texts = [
      "The Lamp room", "a lamp", "紙の地図", "Café", "cafe\u{301}", "Die STRASSE, die Straße", "",
    ]
    #expect(matches(query, in: texts) == expected)
  }

  @Test func `a match does not reach into the next text`() {
    #expect(matches("ab", in: ["a", "b", "ab"]) == [2])
    #expect(matches("a", in: ["", "", "a"]) == [2])
  }

  @Test func `only the range is looked through, however it lies`() {
    var sut = TextFilter()
    for _ in 0..<10 { sut.append("a") }
    #expect(sut.matches("a", in: 3..<5) == [3, 4])
    #expect(sut.matches("", in: 8..<20) == [8, 9])
    #expect(sut.matches("a", in: 20..<30) == [])
    #expect(TextFilter().matches("a", in: 0..<10) == [])
  }

  @Test(arguments: [
    ("lamp", "Lamp, lamp and lAmP", ["Lamp", "lamp", "lAmP"]), ("Lamp", "Lamp, lamp", ["Lamp"]), ("", "a", []),
    ("e", "cafe\u{301}", []), ("é", "cafe\u{301} CAFÉ", ["e\u{301}", "É"]), ("aa", "aaa", ["aa"]), ("👍", "a👍🏽b👍", ["👍"]),
  ])
  func `what was found is highlighted, whole characters`(query: String, text: String, found: [String]) {
    #expect(TextFilter.ranges(of: query, in: text).map { String(text[$0]) } == found)
  }
}
