import Testing
import TodoDomain
import TodosService

struct TodosServiceTests {
  private struct Broken: Error {}

  @Test func `every endpoint of the failing service throws`() async {
    let sut = TodosService.failing(Broken())
    await #expect(throws: Broken.self) { try await sut.all(nil) }
    await #expect(throws: Broken.self) { try await sut.add([Todo].samples[0]) }
    await #expect(throws: Broken.self) { try await sut.update("1") { $0 } }
    await #expect(throws: Broken.self) { try await sut.delete("1") }
  }
}
