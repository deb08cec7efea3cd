import Terminal
import Testing

struct KeyTests {
  private func name(of key: Key) -> String {
    switch key {
    case "j", .down: "down"
    case "G": "last"
    case .control("d"): "half"
    case .shift(.tab): "back"
    case .function(1): "help"
    default: "none"
    }
  }

  @Test func `keys are matched by name and by literal`() {
    #expect(
      ["j", .down, "G", .control("d"), .shift(.tab), .function(1), .alt("j")].map(name) == [
        "down", "down", "last", "half", "back", "help", "none",
      ])
  }

  @Test func `only a character without modifiers has text`() {
    #expect(Key.character("é").text == "é")
    #expect(Key(" ").text == " ")
    #expect(([.enter, .control("a"), .alt("a"), .function(2), .shift(.up)] as [Key]).allSatisfy { $0.text == nil })
  }

  @Test func `modifiers add up`() {
    #expect(Key.control(.alt(.shift(.up))) == Key(.up, [.shift, .alt, .control]))
  }
}
