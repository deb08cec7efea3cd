import CachedResource
import Testing
import TodoDomain
import TodosService
import TodosTestSupport

struct TodosTestSupportTests {
  @Test func `checkTodosService reports a service that saves nothing`() async throws {
    let forgetful = TodosService(
      all: { _ in .changed(Page([]), validator: "\"1\"") }, add: { $0 },
      update: { _, _ in throw TodosService.Missing() }, delete: { _ in throw TodosService.Missing() })
    await withKnownIssue { try await checkTodosService(forgetful) }
    await withKnownIssue { try await checkTodosServiceValidators(forgetful) }
  }
}
