import CachedResource
import CommandLine
import Foundation
import NetworkClient
import PostDomain
import PostsRepository
import TestSupport
import Testing

extension CommandLineTests {
  @Test(arguments: [
    ("banh", "2\tBánh mì\n4\tMi Banh\n"), ("bánh", "2\tBánh mì\n"), ("Banh", "2\tBánh mì\n4\tMi Banh\n"),
    ("sea", "1\tSlack sea\n"), ("nothing", ""),
  ])
  func `a search prints the matching titles in the order of the list`(query: String, text: String) async throws {
    let pages = [page(title(1, "Slack sea"), title(2, "Bánh mì")), page(title(3, "Ink"), title(4, "Mi Banh"))]
    let printed = try await run("posts --search \(query)", walk(pages))
    #expect(printed.text == text)
    #expect(printed.status == .success)
    let notice = "satchel: no match for \(query) in 4 titles at http://host."
    #expect(printed.notes == (text.isEmpty ? [notice] : []))
    #expect(try await run("--search \(query)", walk(pages)).text == text)
  }

  @Test func `a search without the server covers the saved titles and says so`() async throws {
    let pages = [page(title(1, "Slack sea")), localData(title(2, "Sea"), title(3, "Ink"), since: 200)]
    let printed = try await run("posts --search sea --format json", walk(pages))
    #expect(
      printed.text
        == "[\n  \(row(1, "Slack sea")),\n  \(row(2, "Sea"))\n]\n"
    )
    #expect(
      printed.notes == [
        "satchel: connection refused: http://host; showing the copy saved 3 minutes ago."
      ])
    #expect(try await run("posts --search none --format json", walk(pages)).text == "[]\n")
  }

  @Test func `a search stops loading pages once its limit is reached`() async throws {
    let pulled = CallRecorder<Int>()
    let pages = [page(title(1, "Ink")), page(title(2, "Sea"), title(3, "Sea")), page(title(4, "Sea"))]
    #expect(try await run("posts --search sea --limit 1", walk(pages, pulled: pulled)).text == "2\tSea\n")
    #expect(pulled.all == [0, 1])
  }

  @Test func `searching an empty list says that there are no posts yet`() async throws {
    #expect(
      try await run("posts --search sea", walk([page()])).notes == ["satchel: no posts yet at http://host."])
  }

  @Test func `a next page that cannot be followed causes a notice, not a failure`() async throws {
    let ends: [(LinkFailure, String)] = [
      (.leadsInCircles, "next page already seen, not followed: http://host."),
      (
        .leadsElsewhere(to: "http://else\u{1b}where/"),
        "next page on another server, not followed: http://else␛where/."
      ),
    ]
    for (failure, notice) in ends {
      let printed = try await run("posts", walk([page(title(1)), page(title(2), failure: failure)]))
      #expect(printed == RunResult(text: "1\ttitle 1\n2\ttitle 2\n", notes: ["satchel: " + notice], status: .success))
    }
  }

  @Test func `the unreadable items of all pages are counted in one notice and are no failure`() async throws {
    let pages = [
      page(title(1), failure: UnreadableItems(2)), page(title(2)), page(title(3), failure: UnreadableItems(1)),
    ]
    let printed = try await run("posts", walk(pages))
    #expect(printed.notes == ["satchel: 3 unreadable items left out: http://host."])
    #expect(printed.status == .success)
  }

  @Test func `a long list reports its progress every hundred pages`() async throws {
    func notes(_ count: Int, _ line: String = "posts", of pages: (Int) -> Loaded<[PostTitle]>) async throws
      -> [String]
    { try await run(line, walk((1...count).map(pages))).notes }
    #expect(try await notes(100) { page(title($0), title(-$0)) } == [])
    let lines = ["satchel: 200 posts so far.", "satchel: 400 posts so far."]
    #expect(try await notes(201) { page(title($0), title(-$0)) } == lines)
    #expect(try await notes(201, "posts --quiet") { page(title($0), title(-$0)) } == [])
    #expect(try await notes(201) { localData(title($0), since: 60) }.count == 1)
  }
}
