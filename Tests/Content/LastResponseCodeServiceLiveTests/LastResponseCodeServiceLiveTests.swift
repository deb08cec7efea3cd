import ContentDomain
import FileStore
import Foundation
import LastResponseCodeService
import LastResponseCodeServiceLive
import ResponseCodeStore
import Store
import TestSupport
import Testing

struct LastResponseCodeServiceLiveTests {
  @Test func `the last code is what was put there last, also for the next that looks`() async throws {
    let store = ResponseCodeStore.memory()
    let sut = LastResponseCodeService.live(store: store)
    #expect(try await sut.last() == nil)
    for number in 1...2 {
      let code = FetchedCode(code: UUID(), number: number)
      try await sut.update(code)
      #expect(try await LastResponseCodeService.live(store: store).last() == code)
    }
  }

  @Test func `what the store cannot do is passed on`() async {
    let sut = LastResponseCodeService.live(store: .failing(FileStoreError.noSpace))
    await #expect(throws: FileStoreError.noSpace) { try await sut.last() }
    await #expect(throws: FileStoreError.noSpace) { try await sut.update(FetchedCode(code: .sampleCode, number: 1)) }
  }
}
