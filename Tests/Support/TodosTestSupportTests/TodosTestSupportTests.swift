import ItemsLoader
import Testing
import TodoDomain
import TodosSource
import TodosTestSupport

struct TodosTestSupportTests {
  @Test func `a source that keeps nothing is found`() async throws {
    let forgetful = TodosSource(
      all: { _ in .changed([], validator: "\"1\"") }, one: { _ in throw TodosSource.Missing() }, add: { $0 },
      update: { _, _ in throw TodosSource.Missing() }, delete: { _ in throw TodosSource.Missing() })
    await withKnownIssue { try await checkTodosSource(forgetful) }
    await withKnownIssue { try await checkTodosSourceMarks(forgetful) }
  }
}
