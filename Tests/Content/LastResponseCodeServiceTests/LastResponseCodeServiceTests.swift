import ContentDomain
import FileStore
import Foundation
import LastResponseCodeService
import TestSupport
import Testing

struct LastResponseCodeServiceTests {
  @Test func `a stub knows one code whatever is done to it`() async throws {
    let sut = LastResponseCodeService.stub()
    try await sut.update(FetchedCode(code: UUID(), number: 7))
    #expect(try await sut.last() == FetchedCode(code: .sampleCode, number: 1))
    #expect(try await LastResponseCodeService.stub(nil).last() == nil)
  }

  @Test func `failing fails at every endpoint`() async {
    let sut = LastResponseCodeService.failing()
    await #expect(throws: FileStoreError.notPermitted) { try await sut.last() }
    await #expect(throws: FileStoreError.notPermitted) {
      try await sut.update(FetchedCode(code: .sampleCode, number: 1))
    }
  }
}
