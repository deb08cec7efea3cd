import PagedList
import TestSupport
import Testing
import TodoDomain
import TodosRepository

struct TodosRepositoryTests {
  struct Failed: Error {}

  @Test(arguments: TodoFilter.allCases)
  func `the stub lists the samples that the filter includes`(filter: TodoFilter) async throws {
    let listed = try await TodosRepository.stub().list(filter).window(.row(0), 0, 99).items
    let expected = [Todo].samples.filter { todo in
      switch filter {
      case .all: true
      case .open: !todo.isCompleted
      case .done: todo.isCompleted
      }
    }
    #expect(listed == expected.map { TodoItem($0) })
    #expect(!listed.isEmpty)
  }

  @Test(.timeLimit(.minutes(5))) func `the stub counts its open, waiting and refused to-dos`() async throws {
    let todos = [Todo].samples
    let sut = TodosRepository.stub([
      TodoItem(todos[0], isPending: true), TodoItem(todos[1], refusal: TodoRefusal(status: 409)), TodoItem(todos[2]),
    ])
    var counts = sut.counts().makeAsyncIterator()
    #expect(await counts.next() == TodoCounts(open: 2, waiting: 1, refused: 1))
    #expect(try await sut.deliver().waiting == 1)
  }

  @Test func `the stub returns the undo of each change and throws for a missing to-do`() async throws {
    let sut = TodosRepository.stub()
    let todo = [Todo].samples[2]
    #expect(try await sut.rename(todo.id, "b") == TodoUndo([.rename(todo.id, todo.title)]))
    #expect(try await sut.setCompleted(todo.id, false) == TodoUndo([.setCompleted(todo.id, true)]))
    #expect(try await sut.delete(todo.id) == TodoUndo([.restore(todo)]))
    let added = try await sut.add(["a", "b"])
    #expect(Set(added.ids).count == 2)
    #expect(added == TodoUndo(added.ids.map { .delete($0) }))
    let stranger = Todo.ID.server("none")
    await #expect(throws: TodosRepository.Error.noSuchTodo(stranger)) { try await sut.delete(stranger) }
    #expect(try await sut.todo(stranger) == nil)
    #expect(try await sut.todo(todo.id)?.todo == todo)
  }

  @Test(.timeLimit(.minutes(5))) func `an endpoint of the failing repository throws, and its streams are empty`() async
  {
    let sut = TodosRepository.failing(Failed())
    let id = Todo.ID.server("1")
    await #expect(throws: Failed.self) { try await sut.list(.all).refresh() }
    await #expect(throws: Failed.self) { try await sut.todo(id) }
    await #expect(throws: Failed.self) { try await sut.add(["a"]) }
    await #expect(throws: Failed.self) { try await sut.rename(id, "a") }
    await #expect(throws: Failed.self) { try await sut.setCompleted(id, true) }
    await #expect(throws: Failed.self) { try await sut.delete(id) }
    await #expect(throws: Failed.self) { try await sut.undo(TodoUndo([])) }
    await #expect(throws: Failed.self) { try await sut.resolve(id, .tryAgain) }
    await #expect(throws: Failed.self) { try await sut.deliver() }
    for await _ in sut.counts() { Issue.record("counts were sent") }
    for await _ in sut.deliveries() { Issue.record("a delivery was reported") }
  }

  @Test func `a to-do is gone after a refusal with status 404 or 410, and not after any other`() {
    #expect([404, 410].allSatisfy { TodoRefusal(status: $0).isGone })
    #expect([400, 409, 413, 422].allSatisfy { !TodoRefusal(status: $0).isGone })
  }
}
