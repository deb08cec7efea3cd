import Settings
import Testing

struct SuggestionTests {
  @Test(arguments: [
    ("psots", "posts"), ("pots", "post"), ("conf", "configuration"), ("JSON", "json"), ("tymeout", "timeout"),
    ("@wrok", "@work"),
  ])
  func `the nearest is suggested, whatever its case, and the whole of what was broken off`(word: String, right: String)
  {
    let candidates = ["post", "posts", "configuration", "json", "timeout", "@home", "@work"]
    #expect(suggestion(for: word, in: candidates).hasPrefix("; did you mean \(right)"))
  }

  @Test func `nothing is suggested where more than a third would be another`() {
    #expect(suggestion(for: "zzz", in: ["posts", "a"]) == "")
    #expect(suggestion(for: "", in: ["a"]) == "")
    #expect(suggestion(for: "posts", in: []) == "")
    #expect(suggestion(for: String(repeating: "x", count: 100_000), in: ["posts"]) == "")
  }
}
