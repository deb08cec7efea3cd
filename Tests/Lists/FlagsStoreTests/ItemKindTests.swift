import FlagsStore
import Testing

struct ItemKindTests {
  @Test func `two kinds are the same where their texts are`() {
    #expect(ItemKind("comic") == ItemKind("comic"))
    #expect(ItemKind("comic") != ItemKind("post"))
    #expect(ItemKind("comic").text == "comic")
  }
}
