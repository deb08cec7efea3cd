import ContentDomain
import ContentService
import Foundation
import NetworkClient
import TestSupport
import Testing

struct ContentServiceTests {
  @Test func `a stub returns the sample code, and a succeeding service the given code`() async throws {
    #expect(try await ContentService.stub().fetchCurrentResponseCode() == .sampleCode)
    #expect(UUID.sampleCode.text == "5a7c4e10-0ff1-4e51-8b0a-0ff11ef12570")
    let code = UUID()
    let sut = ContentService.succeeding(with: code)
    #expect(try await sut.fetchCurrentResponseCode() == code)
    #expect(try await sut.fetchCurrentResponseCode() == code)
  }

  @Test func `a failing service throws`() async {
    await #expect(throws: NetworkClient.Error.unreachable(.refused)) {
      try await ContentService.failing().fetchCurrentResponseCode()
    }
  }
}
