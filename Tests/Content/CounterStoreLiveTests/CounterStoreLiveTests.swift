import CounterStore
import CounterStoreLive
import FileStore
import Foundation
import Store
import TestSupport
import Testing

struct CounterStoreLiveTests {
  let files = FileStore.memory()

  @Test func `a count is kept`() async throws {
    let sut = CounterStore.live(files: files)
    #expect(try await sut.value(.fetches) == nil)
    for count in [0, 1, 1_000_000] {
      try await sut.insert(count, .fetches)
      #expect(try await CounterStore.live(files: files).value(.fetches) == count)
    }
    try await sut.remove(.fetches)
    #expect(try await sut.value(.fetches) == nil)
  }

  @Test func `the file is what it was`() async throws {
    try await CounterStore.live(files: files).insert(3, .fetches)
    #expect(
      try await files.value(FileName("fetches")).map { String(decoding: $0, as: UTF8.self) }
        == #"{"name":"fetches","record":{"count":3},"schema":1}"#)
  }

  @Test(arguments: ["-1", "9223372036854775807", "99999999999999999999", "1.5", "null", "\"3\""])
  func `a count that cannot be is damage`(count: String) async throws {
    try await files.insert(
      Data(#"{"name":"fetches","record":{"count":\#(count)},"schema":1}"#.utf8), FileName("fetches"))
    let sut = CounterStore.live(files: files)
    await #expect(throws: FileStoreError.damaged) { try await sut.value(.fetches) }
    try await sut.insert(3, .fetches)
    #expect(try await sut.value(.fetches) == 3)
  }
}
