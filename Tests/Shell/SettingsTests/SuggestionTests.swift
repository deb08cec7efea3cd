import Settings
import Testing

struct SuggestionTests {
  @Test(arguments: [
    ("psots", "posts"), ("pots", "post"), ("conf", "configuration"), ("JSON", "json"), ("tymeout", "timeout"),
    ("@wrok", "@work"),
  ])
  func `the nearest candidate is suggested, ignoring case and completing a prefix`(word: String, right: String) {
    let candidates = ["post", "posts", "configuration", "json", "timeout", "@home", "@work"]
    #expect(suggestion(for: word, in: candidates).hasPrefix("; did you mean \(right)"))
  }

  @Test func `nothing is suggested when no candidate is close enough`() {
    #expect(suggestion(for: "zzz", in: ["posts", "a"]) == "")
    #expect(suggestion(for: "", in: ["a"]) == "")
    #expect(suggestion(for: "posts", in: []) == "")
    #expect(suggestion(for: String(repeating: "x", count: 100_000), in: ["posts"]) == "")
  }
}
