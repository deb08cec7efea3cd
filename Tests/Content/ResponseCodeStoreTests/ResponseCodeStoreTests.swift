import ContentDomain
import Database
import Foundation
import ResponseCodeStore
import TestSupport
import Testing

struct ResponseCodeStoreTests {
  @Test func `a stub's add returns the next count without changing its codes`() async throws {
    let (sut, code) = (ResponseCodeStore.stub(FetchedCodes(last: .sampleCode, count: 4)), UUID())
    try await sut.prepare()
    #expect(try await sut.add(code) == FetchedCodes(last: code, count: 5))
    #expect(try await sut.codes() == FetchedCodes(last: .sampleCode, count: 4))
    #expect(try await ResponseCodeStore.stub().codes() == FetchedCodes(last: .sampleCode, count: 1))
  }

  @Test func `every endpoint of a failing store throws`() async {
    let sut = ResponseCodeStore.failing()
    await #expect(throws: DatabaseError.notPermitted) { try await sut.codes() }
    await #expect(throws: DatabaseError.notPermitted) { try await sut.add(UUID()) }
    await #expect(throws: DatabaseError.notPermitted) { try await sut.prepare() }
  }
}
