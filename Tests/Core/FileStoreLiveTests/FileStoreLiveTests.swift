import FileName
import FileStore
import FileStoreLive
import Foundation
import ProcessTestSupport
import Store
import TestSupport
import Testing

final class FileStoreLiveTests {
  let root = FileManager.default.temporaryDirectory.appending(path: "FileStoreLiveTests-\(UUID().uuidString)")
  var folder: URL { root.appending(path: "a/b") }
  var sut: FileStore { .live(folder: folder) }

  deinit { try? FileManager.default.removeItem(at: root) }

  func attribute(_ key: FileAttributeKey, of url: URL) throws -> Int? {
    (try FileManager.default.attributesOfItem(atPath: url.path())[key] as? NSNumber)?.intValue
  }

  func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder.path()).sorted() }

  @Test func `it behaves like a store`() async throws {
    try await checkStore(
      sut, keys: (FileName("a"), FileName("b")), values: (Data("1".utf8), Data(repeating: 0, count: 3_000_000)),
      tellsChanges: false)
  }

  @Test func `what is kept outlives the store`() async throws {
    try await sut.insert(Data("1".utf8), FileName("a"))
    #expect(try await FileStore.live(folder: folder).value(FileName("a")) == Data("1".utf8))
  }

  @Test func `files are 0600 in folders of 0700, whatever was there before`() async throws {
    try await sut.insert(Data(), FileName("a"))
    #expect(chmod(folder.appending(path: "a").path(), 0o644) == 0)
    try await sut.insert(Data(), FileName("a"))
    #expect(try attribute(.posixPermissions, of: folder.appending(path: "a")) == 0o600)
    #expect(try attribute(.posixPermissions, of: folder) == 0o700)
    #expect(try attribute(.posixPermissions, of: root) == 0o700)
  }

  @Test func `no temporary stays behind`() async throws {
    for byte in 0..<10 { try await sut.insert(Data([UInt8(byte)]), FileName("a")) }
    #expect(try names() == ["a"])
  }

  @Test func `a link in a file's place is replaced, not followed`() async throws {
    try await sut.insert(Data(), FileName("b"))
    let target = root.appending(path: "target")
    try Data("untouched".utf8).write(to: target)
    try FileManager.default.createSymbolicLink(at: folder.appending(path: "a"), withDestinationURL: target)
    try await sut.insert(Data("new".utf8), FileName("a"))
    #expect(try Data(contentsOf: target) == Data("untouched".utf8))
    #expect(try await sut.value(FileName("a")) == Data("new".utf8))
  }

  @Test func `what a killed process left is swept, what a running one writes is not`() async throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let dead = ".\(try await pidOfTheDead()).a.1.new"
    let alive = ".\(getppid()).a.1.new"
    for name in [dead, alive, ".other"] { try Data().write(to: folder.appending(path: name)) }
    try await sut.insert(Data(), FileName("a"))
    #expect(try names() == [alive, ".other", "a"].sorted())
  }

  @Test func `what an earlier process of the same number left is swept, and in nobody's way`() async throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let left = (1...300).flatMap { [".\(getpid()).\($0).new", ".\(getpid()).a.\($0).new"] }
    for name in left { try Data().write(to: folder.appending(path: name)) }
    try await sut.insert(Data("1".utf8), FileName("a"))
    #expect(try names().filter { $0.contains(".a.") } == [])
    #expect(try await sut.value(FileName("a")) == Data("1".utf8))
  }

  private func pidOfTheDead() async throws -> pid_t {
    let child = try Child("true", [])
    _ = await child.status
    return child.number
  }

  @Test func `a folder that vanishes is made again`() async throws {
    let sut = sut
    try await sut.insert(Data("1".utf8), FileName("a"))
    try FileManager.default.removeItem(at: root)
    #expect(try await sut.value(FileName("a")) == nil)
    try await sut.removeAll()
    try await sut.insert(Data("2".utf8), FileName("a"))
    #expect(try await sut.value(FileName("a")) == Data("2".utf8))
  }

  @Test func `a file where the folder should be is an error, and so is a folder where the file should be`() async throws
  {
    try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
    try Data().write(to: root.appending(path: "a"))
    await #expect(throws: FileStoreError.self) { try await self.sut.insert(Data(), FileName("x")) }
    try FileManager.default.removeItem(at: root.appending(path: "a"))
    try FileManager.default.createDirectory(
      at: folder.appending(path: "x/y"), withIntermediateDirectories: true)
    await #expect(throws: FileStoreError.self) { try await self.sut.insert(Data(), FileName("x")) }
    await #expect(throws: FileStoreError.self) { try await self.sut.value(FileName("x")) }
    #expect(try names() == ["x"])
  }

  @Test(.enabled(if: getuid() != 0, "root may do everything"))
  func `a folder that may not be written is said to be so`() async throws {
    try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
    #expect(chmod(root.path(), 0o500) == 0)
    await #expect(throws: FileStoreError.notPermitted) { try await self.sut.insert(Data(), FileName("a")) }
    #expect(chmod(root.path(), 0o700) == 0)
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/version"), "no file system that refuses everybody"))
  func `a folder that cannot exist is an error`() async {
    await #expect(throws: FileStoreError.self) {
      try await FileStore.live(folder: URL(filePath: "/proc/satchel/cache")).insert(Data(), FileName("a"))
    }
  }

  @Test func `many writers leave one whole file`() async throws {
    let values = (0..<20).map { Data(repeating: UInt8($0), count: 100_000) }
    let folder = folder
    try await withThrowingTaskGroup(of: Void.self) { group in
      for value in values {
        group.addTask { try await FileStore.live(folder: folder).insert(value, FileName("a")) }
      }
      try await group.waitForAll()
    }
    let kept = try #require(try await sut.value(FileName("a")))
    #expect(values.contains(kept))
    #expect(try names() == ["a"])
  }
}
