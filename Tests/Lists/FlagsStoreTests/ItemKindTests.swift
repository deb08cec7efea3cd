import FlagsStore
import Testing

struct ItemKindTests {
  @Test func `kinds with the same text are equal`() {
    #expect(ItemKind("comic") == ItemKind("comic"))
    #expect(ItemKind("comic") != ItemKind("post"))
    #expect(ItemKind("comic").text == "comic")
  }
}
