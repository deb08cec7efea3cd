import Testing
import TodoDomain

struct TodoDomainTests {
  @Test func `a to-do from the server has its server id, and a new one only a temporary id`() {
    #expect(Todo(id: .server("7"), title: "a").serverID == "7")
    #expect(Todo(id: .server("7"), title: "a").tempID == nil)
    let made = Todo(id: .temporary("A-1"), title: "a")
    #expect(made.serverID == nil)
    #expect(made.tempID == "A-1")
  }

  @Test func `assigning a server id does not change the identity of a to-do`() {
    var todo = Todo(id: .temporary("A-1"), title: "a")
    todo.serverID = "7"
    #expect(todo.id == .temporary("A-1"))
    #expect(Todo.ID.temporary("7") != .server("7"))
  }

  @Test func `the samples are of every kind, and no two are the same to-do`() {
    let samples = [Todo].samples
    #expect(Set(samples.map(\.id)).count == samples.count)
    #expect(samples.contains { $0.isCompleted })
    #expect(samples.contains { !$0.isCompleted })
    #expect(samples.contains { $0.tempID == nil })
    #expect(samples.contains { $0.tempID != nil })
    #expect(samples.allSatisfy { $0.serverID != nil })
  }
}
