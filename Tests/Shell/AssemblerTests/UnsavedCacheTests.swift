import Assembler
import Database
import DatabaseLive
import TestSupport
import Testing

/// Tests of commands with a cache on a disk that rejects all writes.
@Suite(.timeLimit(.minutes(5)))
struct UnsavedCacheTests {
  private let base = AssemblerTests()

  private func dependencies(_ disk: FailingDisk) -> Dependencies {
    let cache = disk.over(.memory())
    var dependencies = Dependencies.stub()
    dependencies.cache = { _ in cache }
    return dependencies
  }

  @Test(arguments: ["posts", "post 1", "comics", "comic 4"])
  func `a command prints the server's answer and says once that it cannot be saved`(line: String) async throws {
    let printed = try await base.run(line, dependencies(FailingDisk(.noSpace)))
    #expect(printed.status == 0)
    #expect(printed.text == (try await base.run(line, .stub()).text))
    #expect(
      printed.notes.map { $0.contains(" (disk full). Free some space, or choose another folder with --cache.") } == [
        true
      ])
  }

  @Test func `bookmark comic says that the picture is not saved when the disk is full`() async throws {
    let printed = try await base.run("bookmark comic 4", dependencies(FailingDisk(.noSpace)))
    #expect(printed.notes == ["satchel: its picture is not saved yet: cannot save (disk full)."])
  }

  @Test func `sync counts only data that reached the disk, and says why the rest did not`() async throws {
    let disk = FailingDisk()
    let dependencies = dependencies(disk)
    #expect(try await base.run("sync posts", dependencies).text == "posts: 3 saved, 3 with author and comments\n")
    disk.failure = .noSpace
    let printed = try await base.run("sync posts comics", dependencies)
    #expect(
      printed.text == "posts: 3 saved, 3 with author and comments\ncomics: 0 saved, 0 with picture\n")
    #expect(printed.notes.map { $0.contains(": cannot save in ") } == [true, true])
  }
}
