import CachedResource
import CommandLine
import Database
import Foundation
import NetworkClient
import PagedList
import Settings
import TestSupport
import Testing
import TodoDomain
import TodosRepository

extension CommandLineTests {
  private var items: [TodoItem] {
    let todos = [Todo].samples
    return [
      TodoItem(todos[0]), TodoItem(Todo(id: .temporary("FAF6"), title: "a\u{1B}[2Jb\nc"), isPending: true),
      TodoItem(todos[2], refusal: TodoRefusal(status: 409, words: "No \"tea\" \u{1B}[2J")),
    ]
  }

  @Test func `todos prints one line per to-do: ID, tab, box, tab, title`() async throws {
    let todos = TodosRepository.stub(items)
    let text = try await run("todos", todos: todos).text
    #expect(text == "SJcbh6mtb\t[ ]\tcoding\nFAF6\t[ ]↑\ta␛[2Jb c\n42\t[x]!\tWind the lighthouse\n")
    #expect(try await run("todos --done", todos: todos).text == "42\t[x]!\tWind the lighthouse\n")
    #expect(try await run("todos --open", todos: todos).text.split(separator: "\n").count == 2)
    for (command, words) in [("todos", "no to-dos yet"), ("todos --open", "no such to-dos")] {
      #expect(
        try await run(command, todos: .stub([]))
          == RunResult(text: "", notes: ["satchel: \(words) at http://host."], status: .success))
    }
  }

  @Test func `todos -f json prints every known field`() async throws {
    #expect(
      try await run("todos -f json", todos: .stub(items)).text == """
        [
          {"id":"SJcbh6mtb","tempId":"710BBEC4-8A7B-486F-9329-412DFD5FB738","title":"coding","completed":false,"pending":false,"refused":null},
          {"id":null,"tempId":"FAF6","title":"a\\u001b[2Jb\\nc","completed":false,"pending":true,"refused":null},
          {"id":"42","tempId":null,"title":"Wind the lighthouse","completed":true,"pending":false,"refused":"it conflicts with what the server has (409): “No \\"tea\\" \\u001b[2J”"}
        ]

        """)
  }

  /// Returns a repository that records its calls.
  private func recording(_ calls: CallRecorder<String>, _ delivery: TodoDelivery = TodoDelivery()) -> TodosRepository {
    var todos = TodosRepository.stub()
    todos.add = { titles in
      calls.record("add \(titles)")
      return TodoUndo(titles.indices.map { .delete([Todo].samples[$0].id) })
    }
    todos.rename = { id, title in
      calls.record("rename \(id) \(title)")
      return TodoUndo([])
    }
    todos.setCompleted = { id, isCompleted in
      calls.record("\(isCompleted) \(id)")
      return TodoUndo([])
    }
    todos.delete = { id in
      calls.record("delete \(id)")
      return TodoUndo([])
    }
    todos.deliver = {
      calls.record("deliver")
      return delivery
    }
    return todos
  }

  @Test func `todo done, reopen and rename change the to-do, deliver the edit and print the result`() async throws {
    let line = "42\t[x]\tWind the lighthouse\n"
    for (command, call) in [
      ("done 42", "true server(\"42\")"), ("reopen 42", "false server(\"42\")"),
      ("rename 42 b", "rename server(\"42\") b"),
    ] {
      let calls = CallRecorder<String>()
      let printed = try await run("todo \(command)", todos: recording(calls))
      #expect(printed == RunResult(text: line, notes: [], status: .success), "\(command)")
      #expect(calls.all.map { $0.replacing("TodoDomain.Todo.ID.", with: "") } == [call, "deliver"])
    }
    let calls = CallRecorder<String>()
    #expect(try await run("todo show 42", todos: recording(calls)).text == line)
    #expect(calls.all == [])
  }

  @Test func `todo delete prints the to-do as deleted, unless the server refuses the deletion`() async throws {
    func deleting() -> TodosRepository {
      let gone = CallRecorder<Bool>()
      var todos = TodosRepository.stub()
      todos.todo = { [todo = todos.todo] id in gone.all.isEmpty ? try await todo(id) : nil }
      todos.delete = { _ in
        gone.record(true)
        return TodoUndo([])
      }
      return todos
    }
    #expect(
      try await run("todo delete 42", todos: deleting())
        == RunResult(text: "42\tdeleted\tWind the lighthouse\n", notes: [], status: .success))
    #expect(
      try await run("todo delete 42 -f json", todos: deleting()).text == #"""
        {"id":"42","tempId":null,"title":"Wind the lighthouse","completed":true,"pending":false,"refused":null,\#
        "deleted":true}

        """#)
    let calls = CallRecorder<String>()
    let left = try await run("todo delete 42", todos: recording(calls))
    #expect(left.text == "42\t[x]\tWind the lighthouse\n")
    #expect(calls.all.map { $0.replacing("TodoDomain.Todo.ID.", with: "") } == ["delete server(\"42\")", "deliver"])
  }

  @Test(arguments: ["text", "json"])
  func `todos --deliver fails when an edit is refused`(format: String) async throws {
    let refused = TodoItem([Todo].samples[0], refusal: TodoRefusal(status: 409))
    let printed = try await run(
      "todos --deliver -f \(format)", todos: recording(CallRecorder(), TodoDelivery(delivered: 2, refused: [refused])))
    #expect(printed.status == .unavailable)
    #expect(printed.notes.count == 1)
    if format == "text" { #expect(printed.text == "2 delivered, 1 refused, 0 waiting to be sent\n") }
  }

  @Test func `todo add and todo rename read titles from arguments or from standard input`() async throws {
    let calls = CallRecorder<String>()
    _ = try await run("todo add a b", todos: recording(calls))
    _ = try await run("todo add -", todos: recording(calls), input: "x y\r\n\n z\n")
    #expect(calls.all.filter { $0 != "deliver" } == [#"add ["a", "b"]"#, #"add ["x y", " z"]"#])
    let renamed = CallRecorder<String>()
    _ = try await run("todo rename 42 -", todos: recording(renamed), input: " x y\n")
    #expect(renamed.all.first?.hasSuffix(" x y") == true)
  }

  @Test func `a to-do ID may be abbreviated while it is unambiguous, in any case for a UUID`() async throws {
    for beginning in ["SJ", "710BBEC4", "710bb", "SJcbh6mtb"] {
      #expect(try await run("todo show \(beginning)").text.hasSuffix("\tcoding\n"), "\(beginning)")
    }
    let several = try await run("todo show S")
    #expect(several.status == .usage)
    #expect(several.notes == ["satchel: S begins the IDs of several to-dos: coding, goto futsal."])
    let none = try await run("todo show sj")
    #expect(none.status == .noSuchItem)
    #expect(none.notes == ["satchel: there is no to-do sj at http://host. List them with: satchel todos"])
    let exact = [Todo(id: .server("4"), title: "short"), Todo(id: .server("42"), title: "long")]
    #expect(try await run("todo show 4", todos: .stub(exact.map { TodoItem($0) })).text == "4\t[ ]\tshort\n")
  }

  @Test func `a number is no abbreviation of a longer number, and a short one of nothing`() async throws {
    let todos = ["42", "43210", "5fa3", "71077abc"].map { TodoItem(Todo(id: .server($0), title: $0)) }
    for number in ["4", "4321", "5", "710"] {
      #expect(try await run("todo delete \(number)", todos: .stub(todos)).status == .noSuchItem, "\(number)")
    }
    #expect(try await run("todo show 5f", todos: .stub(todos)).text == "5fa3\t[ ]\t5fa3\n")
    #expect(try await run("todo show 7107", todos: .stub(todos)).text == "71077abc\t[ ]\t71077abc\n")
  }

  @Test func `an unknown to-do is looked up on the server`() async throws {
    var todos = TodosRepository.stub()
    let walks = CallRecorder<Int>()
    todos.list = { filter in
      var list = TodosRepository.stub().list(filter)
      let window = list.reader.window
      let walk = list.walk
      list.reader.window = {
        walks.all.isEmpty ? .init([], count: 0, isComplete: false) : try await window($0, $1, $2, $3)
      }
      list.walk = {
        walks.record(1)
        return walk($0, $1)
      }
      return list
    }
    #expect(try await run("todo show 42", todos: todos).status == .success)
    #expect(walks.all.count == 1)
  }

  @Test func `a waiting edit succeeds with one notice, and a refused edit fails`() async throws {
    let waiting = TodoDelivery(waiting: 2, failure: Self.refused)
    let printed = try await run("todo done 42", todos: recording(CallRecorder(), waiting))
    #expect(printed.status == .success)
    #expect(
      printed.notes == [
        "satchel: connection refused: http://host; unsent changes will be sent later, or now with: satchel todos --deliver"
      ])
    #expect(try await run("todo done 42 -q", todos: recording(CallRecorder(), waiting)).notes == [])
    let refused = TodoDelivery(refused: [TodoItem([Todo].samples[2], refusal: TodoRefusal(status: 404))])
    let answer = try await run("todo done 42 -q", todos: recording(CallRecorder(), refused))
    #expect(answer.status == .unavailable)
    #expect(
      answer.notes == [
        "satchel: Wind the lighthouse: it is gone from the server. Open it in the reader to decide what to do."
      ])
  }

  @Test func `todos --deliver that cannot save does not say that nothing changed`() async throws {
    var todos = TodosRepository.stub()
    todos.deliver = { throw DatabaseError.noSpace }
    let printed = try await run("todos --deliver", todos: todos)
    #expect(
      printed.notes == [
        "satchel: cannot save in /states/satchel/ (disk full); changes may have been sent, and none is sent twice. "
          + "Free some space, or choose another folder with --state."
      ])
    #expect(printed.status == .unavailable)
  }

  @Test func `todos --deliver prints the result, and fails while an edit waits`() async throws {
    let todo = [Todo].samples[0]
    let done = TodoDelivery(delivered: 3, notices: [TodoNotice(todo: todo, titleBefore: "", replacedTitle: "theirs")])
    let printed = try await run("todos --deliver", todos: recording(CallRecorder(), done))
    #expect(printed.text == "3 delivered, 0 refused, 0 waiting to be sent\n")
    #expect(printed.status == .success)
    #expect(printed.notes == ["satchel: your title “coding” replaced “theirs”, which was given elsewhere."])
    let busy = TodoDelivery(waiting: 1, failure: TodoDeliveryBusy())
    let waiting = try await run("todos --deliver -f json", todos: recording(CallRecorder(), busy))
    #expect(waiting.text == #"{"delivered":0,"refused":[],"waiting":1}"# + "\n")
    #expect(waiting.status == .unavailable)
    #expect(
      waiting.notes == ["satchel: to-dos: another satchel is sending, or stopped halfway; unsent changes are saved."])
    for (failure, note) in [
      (NetworkClient.Error.rejected(status: 403), "access denied (403): http://host"),
      (NetworkClient.Error.undecodable("html"), "unexpected answer: http://host"),
      (TodoDeliverySettling(), "an addition was sent, and http://host does not list it yet"),
    ] as [(any Error & Sendable, String)] {
      let delivery = TodoDelivery(waiting: 1, failure: failure)
      #expect(
        try await run("todos --deliver", todos: recording(CallRecorder(), delivery)).notes == [
          "satchel: to-dos: \(note); unsent changes are saved."
        ])
    }
  }

  @Test func `an edit that is saved and cannot be sent for want of space is printed`() async throws {
    var todos = recording(CallRecorder())
    todos.deliver = { throw DatabaseError.noSpace }
    let printed = try await run("todo done 42", todos: todos)
    #expect(printed.status == .unavailable)
    #expect(printed.text == "42\t[x]\tWind the lighthouse\n")
    #expect(
      printed.notes == [
        "satchel: cannot save in /states/satchel/ (disk full); the change itself is saved, and will be sent later. "
          + "Free some space, or choose another folder with --state."
      ])
  }

  @Test func `to-dos that cannot be read for want of their folder name it`() async throws {
    var todos = TodosRepository.stub()
    todos.list = { _ in
      var list = TodosRepository.stub().list(.all)
      list.walk = { _, _ in
        AsyncThrowingStream { $0.finish(throwing: NoCachedCopy(failure: DatabaseError.notPermitted)) }
      }
      return list
    }
    let unread = try await run("todos", todos: todos)
    #expect(unread.notes.first?.hasPrefix("satchel: cannot read the to-dos in /states/satchel/") == true)
    #expect(unread.notes.first?.contains("--state") == true)
  }

  @Test func `a blank title, a full disk and a damaged database each fail with a notice`() async throws {
    var todos = TodosRepository.stub()
    todos.add = { _ in throw TodosRepository.Error.blankTitle }
    let blank = try await run("todo add -", todos: todos, input: "\n")
    #expect((blank.status, blank.notes) == (.usage, ["satchel: a to-do needs a title; nothing changed."]))
    todos.add = { _ in throw DatabaseError.noSpace }
    let full = try await run("todo add a", todos: todos)
    #expect(full.status == .unavailable)
    #expect(full.notes.first?.contains("cannot save in /states") == true)
    todos.list = { _ in
      var list = TodosRepository.stub().list(.all)
      list.walk = { _, _ in AsyncThrowingStream { $0.finish(throwing: DatabaseError.damaged(file: "/states/a.db")) } }
      return list
    }
    let unread = try await run("todos", todos: todos)
    #expect(unread.status == .unavailable)
    #expect(unread.text == "")
    #expect(
      unread.notes.first?.contains("cannot read the to-dos in /states/satchel/ (/states/a.db is damaged)") == true)
  }

  @Test(arguments: [
    ("todo", "todo needs add, done, reopen, delete, show or rename"),
    ("todo dlete 1", "todo takes add, done, reopen, delete, show or rename, not dlete; did you mean delete?"),
    ("todo add", "todo add needs a title"),
    ("todo done", "todo done needs an ID"), ("todo done a b", "todo done takes one ID at a time"),
    ("todo done -yR7w2LdK", "there is no option -yR7w2LdK; write -- before an ID or a title that begins with -"),
    ("todo add --milk", "there is no option --milk; write -- before an ID or a title that begins with -"),
    ("todo rename a", "todo rename needs an ID and one title"), ("todos a", "todos takes no argument"),
    ("todos --open --done", "use only one of"), ("posts --deliver", "--deliver belongs to todos"),
    ("todo show 1 --open", "--open belongs to todos"), ("todos --limit 3", "--limit belongs to posts, comics and sync"),
    ("todos --todos-server x", "--todos-server needs an address"),
  ])
  func `an invalid todo command line is rejected with an explanation`(line: String, complaint: String) async throws {
    let error = await #expect(throws: UsageError.self) { try await run(line) }
    #expect(error?.message.contains(complaint) == true, "\(error?.message ?? "")")
  }

  @Test func `the to-dos server comes from its option, then its variable, then the server option`() throws {
    func server(_ arguments: String..., environment: [String: String] = [:]) throws -> String {
      try Invocation(
        arguments: arguments, environment: environment, caches: URL(filePath: "/"), states: URL(filePath: "/states")
      ).todosServer.absoluteString
    }
    #expect(try server("todos", "-s", "http://a") == "http://a")
    #expect(try server("todos", "-s", "http://a", environment: ["SATCHEL_TODOS_SERVER": "http://b"]) == "http://b")
    #expect(
      try server("todos", "--todos-server", "http://c", environment: ["SATCHEL_TODOS_SERVER": "http://b"])
        == "http://c")
  }
}
