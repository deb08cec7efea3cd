import Foundation
import Subscriptions
import SubscriptionsStore
import Testing

struct SubscriptionsStoreTests {
  private let line = SubscriptionFile(Array("https://a.example/ one\n".utf8))

  @Test func `a stub returns the given file with its edits`() async throws {
    let store = SubscriptionsStore.stub(line)
    #expect(try await store.file() == line)
    let added = Subscription(try #require(line["a.example"]).source, tags: ["two"])
    #expect(try await store.edit { $0.add(added) } == .tagged)
    #expect(try await store.file().subscriptions.map(\.tags) == [["one", "two"]])
  }

  @Test func `a move that cannot be written gives the new line and the number of the old one`() {
    let error = SubscriptionsStore.Error.notWritable(.EROFS, lines: ["https://b.example/"], removed: [3])
    #expect(
      error.words("/feeds").advice
        == "Replace its line 3 with this line, or change the file that it is generated from: https://b.example/")
    let many = SubscriptionsStore.Error.notWritable(.EROFS, lines: ["a", "b"], removed: [1, 2, 5, 7])
    #expect(
      many.manualChange("the lines above")
        == "Replace its lines 1, 2, 5, … with the lines above, or change the file that it is generated from")
  }

  @Test func `a change that throws changes nothing`() async throws {
    let store = SubscriptionsStore.stub(line)
    await #expect(throws: Refusal.self) {
      try await store.edit { file in
        file.remove("a.example")
        throw Refusal()
      }
    }
    #expect(try await store.file() == line)
  }

  @Test func `file and edit of the failing store throw`() async throws {
    let error = SubscriptionsStore.Error.unreadable(.EACCES)
    let store = SubscriptionsStore.failing(error)
    await #expect(throws: error) { try await store.file() }
    await #expect(throws: error) { try await store.edit { $0.remove("a.example") } }
  }
}

private struct Refusal: Error {}
