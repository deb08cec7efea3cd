import Foundation
import ProcessTestSupport
import Subscriptions
import SubscriptionsStore
import SubscriptionsStoreLive
import Synchronization
import TestSupport
import Testing

struct SubscriptionsStoreLiveTests {
  private let temporary = TemporaryFolder()
  private var root: URL { temporary.url }
  private var location: URL { root.appending(path: "config/satchel/feeds") }
  private var store: SubscriptionsStore { .live(at: location) }

  init() throws { try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true) }

  // MARK: - Reading

  @Test func `a missing file is empty, and reading does not create it`() async throws {
    #expect(try await store.file() == SubscriptionFile())
    #expect(try names() == [])
    #expect(store.location == location)
  }

  @Test func `a file is read again when it has changed`() async throws {
    let store = store
    try write("https://a.example/\n")
    #expect(try await store.file().subscriptions.map(\.id) == ["a.example"])
    try write("https://b.example/\n")
    #expect(try await store.file().subscriptions.map(\.id) == ["b.example"])
    try FileManager.default.removeItem(at: location)
    #expect(try await store.file() == SubscriptionFile())
  }

  @Test func `a folder or a pipe at the path of the file is unreadable`() async throws {
    try FileManager.default.createDirectory(at: location, withIntermediateDirectories: true)
    await #expect(throws: SubscriptionsStore.Error.unreadable(.EISDIR)) { try await store.file() }
    await #expect(throws: SubscriptionsStore.Error.unreadable(.EISDIR)) { try await add("a") }
    try FileManager.default.removeItem(at: location)
    #expect(mkfifo(location.path(), 0o600) == 0)
    await #expect(throws: SubscriptionsStore.Error.unreadable(.EINVAL)) { try await store.file() }
  }

  @Test func `a file that is too large is not read`() async throws {
    try write("")
    #expect(truncate(location.path(), 1 << 40) == 0)
    await #expect(throws: SubscriptionsStore.Error.tooLarge) { try await store.file() }
  }

  @Test func `a file whose size the system does not know is read`() async throws {
    // The information about this process has many lines and reports a size of zero.
    let store = SubscriptionsStore.live(at: URL(filePath: "/proc/self/limits"))
    try await confirmation(expectedCount: access("/proc/self/limits", R_OK) == 0 ? 1 : 0) { read in
      if try await store.file().line(1)?.hasPrefix("Limit") == true { read() }
    }
  }

  // MARK: - Changing

  @Test func `the first change creates the file and its folders`() async throws {
    #expect(try await add("a") == .added)
    #expect(try text() == "https://a.example/\n")
    #expect(try mode(location) == 0o600)
    #expect(try mode(location.deletingLastPathComponent()) == 0o700)
    #expect(try mode(root.appending(path: "config")) == 0o700)
    #expect(try names() == ["feeds"])
  }

  @Test func `a change retains the mode of the file and all other lines`() async throws {
    try write("# mine\r\nhttps://a.example/")
    #expect(chmod(location.path(), 0o640) == 0)
    try await add("b")
    #expect(try text() == "# mine\r\nhttps://a.example/\r\nhttps://b.example/\r\n")
    #expect(try mode(location) == 0o640)
    #expect(try names() == ["feeds"])
  }

  @Test func `an edit reads the file again before it changes it`() async throws {
    let store = store
    #expect(try await store.file() == SubscriptionFile())
    try write("https://a.example/\n")
    try await add("b", to: store)
    #expect(try text() == "https://a.example/\nhttps://b.example/\n")
    #expect(try await store.file().subscriptions.map(\.id) == ["a.example", "b.example"])
  }

  @Test func `an edit that throws or changes nothing leaves the file alone`() async throws {
    try write("https://a.example/\n")
    let before = try number(location)
    await #expect(throws: Refusal.self) {
      try await store.edit { file in
        file.remove("a.example")
        throw Refusal()
      }
    }
    #expect(try await add("a") == .unchanged)
    #expect(try number(location) == before)
    #expect(try text() == "https://a.example/\n")
  }

  @Test func `a change by an editor during an edit is not lost`() async throws {
    try write("https://a.example/\n")
    let calls = CallRecorder<Int>()
    let location = location
    try await store.edit { file in
      calls.record(file.subscriptions.count)
      // The second call is the one whose result is about to be written.
      if calls.all.count == 2 { try Data("https://b.example/\n".utf8).write(to: location) }
      file.add(Subscription(.command("c")))
    }
    #expect(try text() == "https://b.example/\nexec:c\n")
    #expect(calls.all == [1, 1, 1])
  }

  @Test func `a file that changes during every attempt is not overwritten`() async throws {
    try write("https://a.example/\n")
    let calls = CallRecorder<Void>()
    let location = location
    await #expect(throws: SubscriptionsStore.Error.busy) {
      try await store.edit { file in
        calls.record(())
        try Data("https://\(calls.all.count).example/\n".utf8).write(to: location)
        file.add(Subscription(.command("c")))
      }
    }
    #expect(try text() == "https://\(calls.all.count).example/\n")
    #expect(try names() == ["feeds"])
  }

  // MARK: - Symbolic links

  @Test(arguments: ["../../dotfiles/feeds", "middle", "absolute"])
  func `an edit replaces the target of a symbolic link`(target: String) async throws {
    let file = root.appending(path: "dotfiles/feeds")
    try write("https://a.example/\n", to: file)
    try write("", to: location)
    try FileManager.default.removeItem(at: location)
    let destination = target == "absolute" ? file.path() : target
    #expect(symlink(destination, location.path()) == 0)
    #expect(symlink("../../dotfiles/../dotfiles/feeds", location.deletingLastPathComponent().path() + "/middle") == 0)
    try await add("b")
    #expect(try text(file) == "https://a.example/\nhttps://b.example/\n")
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: location.path()) == destination)
    #expect(try names(root.appending(path: "dotfiles")) == ["feeds"])
  }

  @Test func `an edit creates the missing target of a symbolic link`() async throws {
    let file = root.appending(path: "dotfiles/a/feeds")
    try write("", to: location)
    try FileManager.default.removeItem(at: location)
    #expect(symlink("../../dotfiles/a/feeds", location.path()) == 0)
    #expect(try await store.file() == SubscriptionFile())
    try await add("a")
    #expect(try text(file) == "https://a.example/\n")
    #expect(try mode(file) == 0o600)
  }

  @Test func `symbolic links in a circle are refused`() async throws {
    try write("", to: location)
    try FileManager.default.removeItem(at: location)
    #expect(symlink("feeds", location.path()) == 0)
    let error = SubscriptionsStore.Error.unreadable(.ELOOP)
    await #expect(throws: error) { try await store.file() }
  }

  // MARK: - Failures

  @Test func `a file that cannot be replaced gives the line to add`() async throws {
    // Even root cannot create files there.
    let store = SubscriptionsStore.live(at: URL(filePath: "/proc/version"))
    let error = await #expect(throws: SubscriptionsStore.Error.self) {
      try await store.edit { file in
        file.add(Subscription(.command("a b"), title: "T", tags: ["x"]))
        file.add(Subscription(.command("c")))
      }
    }
    guard case .notWritable(_, let lines, []) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(lines == [#""exec:a b" "~T" x"#, "exec:c"])
  }

  @Test func `a folder that cannot be created gives the line to add`() async throws {
    try write("", to: root.appending(path: "config"))
    #expect(try await store.file() == SubscriptionFile())
    let error = SubscriptionsStore.Error.notWritable(.ENOTDIR, lines: ["https://a.example/"])
    await #expect(throws: error) { try await add("a") }
  }

  @Test func `a file that cannot be replaced gives the numbers of the lines to delete`() async throws {
    // Even root cannot create files there.
    let store = SubscriptionsStore.live(at: URL(filePath: "/proc/version"))
    let error = await #expect(throws: SubscriptionsStore.Error.self) {
      try await store.edit { $0 = SubscriptionFile(Array("a.example\n".utf8)) }
    }
    guard case .notWritable(_, ["a.example"], let removed) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(removed == [1])
  }

  @Test(.enabled(if: geteuid() != 0, "root may write everywhere"))
  func `a protected file or folder gives the line to add`() async throws {
    try write("https://a.example/\n")
    let error = SubscriptionsStore.Error.notWritable(.EACCES, lines: ["https://b.example/"])
    #expect(chmod(location.path(), 0o400) == 0)
    await #expect(throws: error) { try await add("b") }
    #expect(chmod(location.path(), 0o600) == 0)
    #expect(chmod(location.deletingLastPathComponent().path(), 0o500) == 0)
    await #expect(throws: error) { try await add("b") }
    #expect(chmod(location.deletingLastPathComponent().path(), 0o700) == 0)
    #expect(try await add("b") == .added)
  }

  @Test func `temporary files of a killed process are removed, and nothing else is`() async throws {
    try write("https://a.example/\n")
    let folder = location.deletingLastPathComponent()
    for name in [".feeds.99999.new", ".feeds.1.new", ".feeds.new", ".feeds.x.new", "feeds.1.new", ".other.1.new"] {
      try write("", to: folder.appending(path: name))
    }
    try await add("b")
    #expect(try names() == [".feeds.new", ".feeds.x.new", ".other.1.new", "feeds", "feeds.1.new"])
  }

  // MARK: - Two at once

  @Test(.timeLimit(.minutes(2))) func `two stores that edit at once lose nothing`() async throws {
    try write("# mine\n")
    let stores = [store, store]
    await withTaskGroup { group in
      for number in 0..<100 {
        group.addTask { _ = await #expect(throws: Never.self) { try await add("n\(number)", to: stores[number % 2]) } }
      }
    }
    let file = try await store.file()
    #expect(file.subscriptions.map(\.id).sorted() == (0..<100).map { "n\($0).example" }.sorted())
    #expect(file.line(1) == "# mine")
    #expect(try names() == ["feeds"])
  }

  @Test func `a lock that another process holds for too long is reported`() async throws {
    try write("https://a.example/\n")
    let folder = open(location.deletingLastPathComponent().path(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    #expect(flock(folder, LOCK_EX) == 0)
    let store = SubscriptionsStore.live(at: location, patience: .milliseconds(10))
    await #expect(throws: SubscriptionsStore.Error.busy) { try await add("b", to: store) }
    #expect(try await store.file().subscriptions.map(\.id) == ["a.example"])
    close(folder)
    #expect(try await add("b", to: store) == .added)
  }

  // MARK: - Helpers

  @discardableResult
  private func add(_ host: String, to store: SubscriptionsStore? = nil) async throws -> SubscriptionFile.Addition? {
    let address = try #require(URL(string: "https://\(host).example/"))
    return try await (store ?? self.store).edit { $0.add(Subscription(.web(address))) }
  }

  private func write(_ text: String, to file: URL? = nil) throws {
    let file = file ?? location
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  private func text(_ file: URL? = nil) throws -> String {
    String(decoding: try Data(contentsOf: file ?? location), as: UTF8.self)
  }

  private func names(_ folder: URL? = nil) throws -> [String] {
    let folder = (folder ?? location.deletingLastPathComponent()).path()
    guard FileManager.default.fileExists(atPath: folder) else { return [] }
    return try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
  }

  private func mode(_ file: URL) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: file.path())[.posixPermissions] as? Int
  }

  private func number(_ file: URL) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: file.path())[.systemFileNumber] as? Int
  }
}

private struct Refusal: Error {}
