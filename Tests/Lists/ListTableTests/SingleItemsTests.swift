import CachedResource
import Essentials
import PagedList
import Store
import TestSupport
import Testing

/// Tests of items that were requested individually, listed or not.
@Suite(.timeLimit(.minutes(5)))
struct SingleItemsTests {
  @Test func `a single item is saved, but neither listed nor found`() async throws {
    let sut = NoteStore.notes()
    #expect(try await sut.singles.value(1) == nil)
    let one = CachedCopy(Note(id: 1, text: "one"), fetchedAt: Note.date, validator: "1")
    try await sut.singles.insert(one, 1)
    #expect(try await sut.singles.value(1) == one)
    #expect(try await sut.all == [])
    #expect(try await sut.rowKeys("one") == [])
    let uno = CachedCopy(Note(id: 1, text: "uno"), fetchedAt: Note.date + 2, validator: "2")
    try await sut.singles.insert(uno, 1)
    #expect(try await sut.singles.value(1) == uno, "a newer copy replaces the older one")
  }

  @Test func `a listed item is as old as its page, and has no validator`() async throws {
    let sut = try await NoteStore.pages([1, 2], [3])
    #expect(try await sut.singles.value(3) == CachedCopy(3, fetchedAt: Note.date + 1))
  }

  @Test func `an item has its own validator while its content is the same, listed or not`()
    async throws
  {
    let sut = try await NoteStore.pages([1, 2], [3])
    let one = CachedCopy(Note(1), fetchedAt: Note.date + 9, validator: "1")
    try await sut.singles.insert(one, 1)
    #expect(try await sut.validator(0, nil) == "v", "the same content changes nothing on the page")
    try await sut.put(0, [2, 1])
    #expect(
      try await sut.singles.value(1)?.validator == "1",
      "a page with the same content does not change the validator of the item")
    try await sut.put(0, [2], checked: RangeSet(0..<2))
    #expect(try await sut.all == [2, 3])
    #expect(try await sut.singles.value(1)?.validator == "1")
    #expect(try await sut.unlisted() == [one])
    try await sut.put(0, [1, 2])
    #expect(try await sut.singles.value(1)?.validator == "1")
    #expect(try await sut.unlisted() == [])
    #expect(try await sut.all == [1, 2, 3], "the item is listed once")
    let new = Note(id: 1, text: "new")
    try await sut.put(0, [new, 2])
    #expect(try await sut.singles.value(1) == CachedCopy(new, fetchedAt: Note.date))
  }

  @Test func `newer content of a single item is listed, and its page loses its validator`() async throws {
    let sut = try await NoteStore.pages([1, 2], [3])
    let newer = Note(id: 3, text: "newer")
    try await sut.singles.insert(CachedCopy(newer, fetchedAt: Note.date + 20, validator: "3"), 3)
    #expect(try await sut.all.last == newer)
    #expect(try await sut.rowKeys("newer").count == 1)
    #expect(try await sut.validator(1, cursor(1)) == nil)
  }

  @Test func `a single item with a validator stays saved when the list ends before it`() async throws {
    let sut = try await NoteStore.pages([1, 2], [3])
    try await sut.singles.insert(CachedCopy(Note(id: 3, text: "newer"), fetchedAt: Note.date, validator: "3"), 3)
    try await sut.put(0, [2], isLast: true)
    #expect(try await sut.singles.value(3)?.validator == "3")
    #expect(try await sut.all == [2])
  }
}
