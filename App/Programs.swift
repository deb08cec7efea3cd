import CachedResource
import Concurrency
import Essentials
import FeedsService
import NetworkClient
import Observed
import Subprocess
import Terminal

/// Programs that a person names in the file of subscriptions or in the reader.
struct Programs: Sendable {
  let environment: [String: String]
  let clock: any Clock<Duration>
  /// The process groups of the commands whose output is awaited.
  private let groups = Observed<Set<pid_t>>([])

  /// Ends the commands whose output is awaited, with all that they have started.
  func endAll() { for group in groups.value { kill(-group, SIGKILL) } }

  /// The largest output, in bytes.
  private static let limit = 64 << 20
  /// The time that a program may take.
  private static let patience = Duration.seconds(60)

  /// Runs a command and returns its standard output. Its standard error, which would disturb the screen, is dropped but for
  /// the first line of a command that fails.
  /// - Parameters:
  ///   - command: A command for the shell, as the person wrote it in the file of subscriptions.
  ///   - input: The standard input.
  /// - Throws: `FailedProgram`, `AnswerFailure`, `NetworkClient.Error.tooLarge`, or `CancellationError`.
  func output(of command: String, input: Data) async throws -> Data {
    guard let (reading, output) = channel() else { throw AnswerFailure.failedProgram(nil) }
    guard let (source, writing) = channel() else {
      for file in [reading, output] { close(file) }
      throw AnswerFailure.failedProgram(nil)
    }
    // A pipe would have to be read until all programs that hold it have ended.
    let errors = tmpfile()
    defer { if let errors { fclose(errors) } }
    let process = try? Subprocess(
      "/bin/sh", ["-c", command], environment: environment, input: source, output: output, errors: errors.map(fileno),
      isLeader: true)
    for file in [source, output] { close(file) }
    guard let process else {
      for file in [reading, writing] { close(file) }
      throw AnswerFailure.failedProgram(nil)
    }
    groups.update { _ = $0.insert(process.number) }
    defer { groups.update { _ = $0.remove(process.number) } }
    let result = Observed<[UInt8]?>(nil)
    let status = Observed<Int32?>(nil)
    let ended = Latch()
    detachThread { send(input, to: writing) }
    detachThread {
      result.replace(with: try? bytes(from: reading, limit: Self.limit))
      close(reading)
      process.onEnd {
        status.replace(with: $0)
        ended.open()
      }
    }
    await withTaskCancellationHandler {
      await ended.wait(orUntil: { try await clock.sleep(for: Self.patience) })
    } onCancel: {
      ended.open()
    }
    // The program leads a group with those that it has started.
    if status.value == nil { kill(-process.number, SIGKILL) }
    try Task.checkCancellation()
    if let bytes = result.value, bytes.count > Self.limit { throw NetworkClient.Error.tooLarge(limit: Self.limit) }
    guard let bytes = result.value, let status = status.value else { throw AnswerFailure.slowProgram }
    if status != 0 {
      throw FailedProgram(status: status, output: Data(bytes), message: errors.flatMap { firstLine(of: fileno($0)) })
    }
    return Data(bytes)
  }

  /// Runs a command, which has the terminal until it ends, and returns its exit status or the negative number of the
  /// signal that ended it; nil if it cannot be started.
  /// - Parameters:
  ///   - command: A command for the shell, as the person typed it.
  ///   - input: The standard input. The command need not read all of it.
  func run(_ command: String, input: Data, on terminal: Terminal) async -> Int32? {
    guard let (source, writing) = channel() else { return nil }
    // After the command, the end of a pipe that nobody reads stops the writing.
    defer { close(source) }
    detachThread { send(input, to: writing) }
    return await terminal.run(["-c", command], environment: environment, input: source)
  }
}

/// Returns both ends of a pipe; nil if there are too many open files.
private func channel() -> (reading: Int32, writing: Int32)? {
  var files: [Int32] = [-1, -1]
  guard pipe(&files) == 0 else { return nil }
  for file in files { _ = fcntl(file, F_SETFD, FD_CLOEXEC) }
  return (files[0], files[1])
}

/// Returns the first line of a file that is not empty, shortened and without control characters; nil for none.
private func firstLine(of file: Int32) -> String? {
  var bytes = [UInt8](repeating: 0, count: 1_024)
  let count = pread(file, &bytes, bytes.count, 0)
  let lines = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self).split(whereSeparator: \.isNewline)
  return lines.map { line in
    let shown = line.unicodeScalars.filter { ![.control, .format].contains($0.properties.generalCategory) }
    return String(String(shown).trimmed.prefix(200))
  }.first { !$0.isEmpty }
}

/// Writes all data, or as much as is read, and closes the file.
private func send(_ data: Data, to file: Int32) {
  defer { close(file) }
  try? data.withUnsafeBytes { try writeAll($0, to: file) }
}
