import ItemsLoader
import NetworkClient
import Testing
import TodoDomain
import TodosService

struct TodosServiceTests {
  @Test func `a stub has the samples, and answers changes without making them`() async throws {
    let sut = TodosService.stub()
    let todo = [Todo].samples[0]
    let id = try #require(todo.serverID)
    #expect(try await sut.todos(nil) == .changed(.samples, validator: nil))
    let document = try await sut.document(id)
    #expect(document.todo == todo)
    let renamed = try await sut.replace(document, "b", nil)
    #expect(renamed == Todo(id: todo.id, serverID: id, title: "b", isCompleted: todo.isCompleted))
    #expect(try await sut.replace(document, nil, true).isCompleted)
    #expect(try await sut.add(Todo(id: .temporary("A"), title: "a")).serverID != nil)
    try await sut.delete(id)
    #expect(try await sut.document(id).todo == todo)
    await #expect(throws: NetworkClient.Error.rejected(status: 404)) { try await sut.document("none") }
    await #expect(throws: NetworkClient.Error.rejected(status: 404)) { try await sut.delete("none") }
  }

  @Test func `failing fails`() async {
    let sut = TodosService.failing()
    let (todo, refused) = ([Todo].samples[0], NetworkClient.Error.unreachable(.refused))
    await #expect(throws: refused) { try await sut.todos(nil) }
    await #expect(throws: refused) { try await sut.document("1") }
    await #expect(throws: refused) { try await sut.add(todo) }
    await #expect(throws: refused) { try await sut.replace(TodoDocument(todo: todo), nil, nil) }
    await #expect(throws: refused) { try await sut.delete("1") }
  }
}
