import FileLock
import FileStore
import FileStoreLive
import Foundation
import ProcessTestSupport
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
final class FileLockLiveTests {
  let root = FileManager.default.temporaryDirectory.appending(path: "FileLockLiveTests-\(UUID().uuidString)")
  var file: URL { root.appending(path: "a/b/lock") }

  deinit { try? FileManager.default.removeItem(at: root) }

  /// Every call is like another process's: the lock is the file's, not the value's.
  func sut(patience: Duration = .seconds(600)) -> FileLock { .live(file: file, patience: patience) }

  @Test func `it behaves like a lock, whoever asked`() async throws {
    let file = file
    try await checkLock { .live(file: file, patience: .seconds(600)) }
  }

  @Test func `the file is 0600 in folders of 0700, and stays`() async throws {
    try await sut().acquire()()
    #expect(try mode(file) == 0o600 && mode(file.deletingLastPathComponent()) == 0o700 && mode(root) == 0o700)
    let number = try inode()
    try await sut().acquire()()
    #expect(try inode() == number)
  }

  @Test func `what is held for too long is busy, and had when it is let go`() async throws {
    let release = try await sut().acquire()
    let impatient = sut(patience: .milliseconds(20))
    await #expect(throws: FileStoreError.busy) { try await impatient.acquire() }
    release()
    try await sut().whileHeld {}
    while true {
      do { return try await impatient.whileHeld {} } catch FileStoreError.busy {}
    }
  }

  @Test func `to be cancelled is to stop waiting`() async throws {
    let release = try await sut().acquire()
    let sut = sut()
    let waiting = Task { try await sut.acquire() }
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    release()
    release()
    try await sut.whileHeld {}
  }

  @Test func `another process is waited for, and one that is killed lets go`() async throws {
    try await sut().acquire()()
    let pipe = Pipe()
    let holder = try Child(
      "python3",
      [
        "-c", "import fcntl,sys,time;f=open(sys.argv[1]);fcntl.flock(f,2);print(1,flush=True);time.sleep(99)",
        file.path(),
      ],
      output: pipe.fileHandleForWriting)
    try pipe.fileHandleForWriting.close()
    let line = try await withCheckedThrowingContinuation { continuation in
      Thread { continuation.resume(with: Result { try pipe.fileHandleForReading.read(upToCount: 1) }) }.start()
    }
    #expect(line == Data("1".utf8))
    await #expect(throws: FileStoreError.busy) { try await self.sut(patience: .milliseconds(20)).acquire() }
    holder.signal(SIGKILL)
    try await sut().whileHeld {}
  }

  @Test func `a lock that is cleared away while it is waited for is still one lock`() async throws {
    for round in 0..<10 {
      let (calls, waiter, impatient) = (Calls<Int>(), sut(), sut(patience: .milliseconds(10)))
      let releaseOld = try await sut().acquire()
      let waiting = Task { try await waiter.whileHeld { calls.record(round) } }
      // Whoever waits in vain has let the one before wait for the file that will be gone.
      await #expect(throws: FileStoreError.busy) { try await impatient.acquire() }
      try FileManager.default.removeItem(at: root)
      let releaseNew = try await sut().acquire()
      // On a busy machine the waiter may have come late enough to find the new file, and first.
      let early = calls.all
      releaseOld()
      await #expect(throws: FileStoreError.busy) { try await self.sut(patience: .milliseconds(10)).acquire() }
      #expect(calls.all == early, "the file that is gone is no lock any more")
      releaseNew()
      try await waiting.value
      #expect(calls.all == [round])
    }
  }

  @Test func `a folder that cannot be made is an error, and so is a link in the file's place`() async throws {
    try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
    try Data().write(to: root.appending(path: "a"))
    await #expect(throws: FileStoreError.self) { try await self.sut().acquire() }
    let link = root.appending(path: "link")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: root.appending(path: "target"))
    await #expect(throws: FileStoreError.self) { try await FileLock.live(file: link, patience: .seconds(1)).acquire() }
    #expect(!FileManager.default.fileExists(atPath: root.appending(path: "target").path()))
  }

  private func mode(_ url: URL) throws -> Int? { try attribute(.posixPermissions, url) }
  private func inode() throws -> Int? { try attribute(.systemFileNumber, file) }

  private func attribute(_ key: FileAttributeKey, _ url: URL) throws -> Int? {
    (try FileManager.default.attributesOfItem(atPath: url.path())[key] as? NSNumber)?.intValue
  }
}
