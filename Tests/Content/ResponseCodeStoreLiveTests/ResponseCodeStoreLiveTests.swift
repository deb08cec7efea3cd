import ContentDomain
import FileStore
import Foundation
import ResponseCodeStore
import ResponseCodeStoreLive
import Store
import TestSupport
import Testing

struct ResponseCodeStoreLiveTests {
  let files = FileStore.memory()
  let name = FileName("last")

  @Test func `a code is kept with its number`() async throws {
    let sut = ResponseCodeStore.live(files: files)
    #expect(try await sut.value(.last) == nil)
    for number in 1...2 {
      let code = FetchedCode(code: UUID(), number: number)
      try await sut.insert(code, .last)
      #expect(try await ResponseCodeStore.live(files: files).value(.last) == code)
    }
    try await sut.remove(.last)
    #expect(try await sut.value(.last) == nil)
  }

  @Test func `the file is what it was`() async throws {
    try await ResponseCodeStore.live(files: files).insert(FetchedCode(code: .sampleCode, number: 3), .last)
    #expect(
      try await files.value(name).map { String(decoding: $0, as: UTF8.self) }
        == #"{"name":"last","record":{"code":"5A7C4E10-0FF1-4E51-8B0A-0FF11EF12570","number":3},"schema":1}"#)
  }

  @Test(arguments: [
    #"{"code":"5A7C4E10","number":3}"#, #"{"code":"5A7C4E10-0FF1-4E51-8B0A-0FF11EF12570"}"#,
    #"{"code":"5A7C4E10-0FF1-4E51-8B0A-0FF11EF12570","number":0}"#,
    #"{"code":"5A7C4E10-0FF1-4E51-8B0A-0FF11EF12570","number":9223372036854775807}"#,
  ])
  func `a file that cannot be is damage`(record: String) async throws {
    try await files.insert(Data(#"{"name":"last","record":\#(record),"schema":1}"#.utf8), name)
    let sut = ResponseCodeStore.live(files: files)
    await #expect(throws: FileStoreError.damaged) { try await sut.value(.last) }
    try await sut.insert(FetchedCode(code: .sampleCode, number: 3), .last)
    #expect(try await sut.value(.last)?.number == 3)
  }
}
