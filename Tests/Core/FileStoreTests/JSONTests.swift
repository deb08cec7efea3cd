import FileName
import FileStore
import Foundation
import Store
import TestSupport
import Testing

struct JSONTests {
  struct Record: Codable, Equatable { var title: String }

  let files = FileStore.memory()
  var sut: Store<Int, Record> { files.json(schema: 1) { "record-\($0)" } }

  @Test func `it behaves like a store`() async throws {
    try await checkStore(sut, keys: (1, 2), values: (Record(title: "a"), Record(title: "\u{1b}[2J \u{0} 😀")))
  }

  @Test func `dates keep their fractions`() async throws {
    let dates: Store<Int, Date> = files.json(schema: 1) { "date-\($0)" }
    let date = Date(timeIntervalSince1970: 1_700_000_000.123456)
    try await dates.insert(date, 1)
    #expect(try await dates.value(1) == date)
  }

  @Test func `a file cut at any byte is set aside and counts as missing`() async throws {
    try await sut.insert(Record(title: "a title"), 1)
    let name = FileName("record-1")
    let whole = try #require(try await files.value(name))
    for length in 0..<whole.count {
      try await files.insert(whole.prefix(length), name)
      #expect(try await sut.value(1) == nil, "\(length) bytes")
      #expect(try await files.value(name) == nil)
      #expect(try await files.value(FileName("record-1.damaged")) == whole.prefix(length))
    }
  }

  @Test func `another schema version is set aside`() async throws {
    try await sut.insert(Record(title: "a"), 1)
    let newer: Store<Int, Record> = files.json(schema: 2) { "record-\($0)" }
    #expect(try await newer.value(1) == nil)
    #expect(try await sut.value(1) == nil)
    #expect(try await files.value(FileName("record-1.damaged")) != nil)
  }

  @Test func `a file under a name that is not its own is set aside`() async throws {
    try await sut.insert(Record(title: "a"), 1)
    try await files.insert(try #require(try await files.value(FileName("record-1"))), FileName("record-2"))
    #expect(try await sut.value(2) == nil)
    #expect(try await sut.value(1) == Record(title: "a"))
  }

  @Test func `a damaged file in a folder that takes nothing counts as missing and stays`() async throws {
    try await files.insert(Data("{".utf8), FileName("record-1"))
    var readOnly = files
    readOnly.insert = { _, _ in throw FileStoreError.notPermitted }
    readOnly.remove = unexpected("remove")
    let sut: Store<Int, Record> = readOnly.json(schema: 1) { "record-\($0)" }
    #expect(try await sut.value(1) == nil)
    #expect(try await files.value(FileName("record-1")) != nil)
  }

  @Test func `what cannot be had again is a failure when damaged, and set aside when something good comes`()
    async throws
  {
    let sut: Store<Int, Record> = files.json(schema: 1, damage: .isFailure) { "record-\($0)" }
    try await checkStore(sut, keys: (1, 2), values: (Record(title: "a"), Record(title: "b")))
    let (name, broken) = (FileName("record-3"), Data("{".utf8))
    try await files.insert(broken, name)
    await #expect(throws: FileStoreError.damaged) { try await sut.value(3) }
    #expect(try await files.value(name) == broken)
    try await sut.insert(Record(title: "c"), 3)
    #expect(try await sut.value(3) == Record(title: "c"))
    #expect(try await files.value(FileName("record-3.damaged")) == broken)
  }

  @Test func `what a newer version wrote is neither read nor replaced`() async throws {
    struct Other: Codable { var heading: Int }
    let newer: Store<Int, Other> = files.json(schema: 2) { "record-\($0)" }
    try await newer.insert(Other(heading: 1), 1)
    let sut: Store<Int, Record> = files.json(schema: 1, damage: .isFailure) { "record-\($0)" }
    await #expect(throws: FileStoreError.newer) { try await sut.value(1) }
    await #expect(throws: FileStoreError.newer) { try await sut.insert(Record(title: "a"), 1) }
    #expect(try await newer.value(1)?.heading == 1)
    #expect(try await files.value(FileName("record-1.damaged")) == nil)
  }

  @Test func `a folder that cannot be read is an error`() async {
    let sut: Store<Int, Record> = FileStore.failing(FileStoreError.notPermitted).json(schema: 1) { "\($0)" }
    await #expect(throws: FileStoreError.notPermitted) { try await sut.value(1) }
  }
}
