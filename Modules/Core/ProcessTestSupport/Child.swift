public import Foundation
import Synchronization

/// A program that a test runs beside itself. It is killed when the test lets go of it.
///
/// Not Foundation's `Process`, which on Linux reads beyond the list of open files when there are more than a thousand of
/// them, as there are in a process that runs all tests at once, and which hands down the signals that are blocked.
public final class Child: Sendable {
  private struct Box {
    var status: Int32?
    var waiting: [CheckedContinuation<Int32, Never>] = []
  }

  /// The system's number for it.
  public let number: pid_t
  private let box: Mutex<Box>

  /// Starts a program, which is looked for in `PATH`, and has no files open but these three.
  /// - Parameters:
  ///   - environment: nil for the test's own.
  ///   - folder: where it runs; nil for where the test does.
  ///   - input, output, errors: nil for nothing.
  /// - Throws: `POSIXError`.
  public init(
    _ program: String, _ arguments: [String], environment: [String: String]? = nil, folder: URL? = nil,
    input: FileHandle? = nil, output: FileHandle? = nil, errors: FileHandle? = nil
  ) throws {
    let (input, output, errors) = (
      input ?? .nullDevice, output ?? .nullDevice, errors ?? .nullDevice
    )
    number = try withExtendedLifetime((input, output, errors)) {
      try spawn(
        program, arguments, environment ?? ProcessInfo.processInfo.environment,
        folder?.path(percentEncoded: false),
        files: [input.fileDescriptor, output.fileDescriptor, errors.fileDescriptor])
    }
    box = Mutex(Box())
    Thread { [number, weak self] in
      let status = wait(for: number)
      self?.end(with: status)
    }.start()
  }

  deinit {
    if box.withLock({ $0.status == nil }) { kill(number, SIGKILL) }
  }

  /// Whether it has not ended yet.
  public var isRunning: Bool { box.withLock { $0.status == nil } }

  /// How it ended: what it returned, or the negative number of the signal that killed it.
  public var status: Int32 {
    get async {
      await withCheckedContinuation { continuation in
        let status = box.withLock { box in
          if box.status == nil { box.waiting.append(continuation) }
          return box.status
        }
        if let status { continuation.resume(returning: status) }
      }
    }
  }

  /// Sends a signal.
  public func signal(_ signal: Int32) {
    if isRunning { kill(number, signal) }
  }

  private func end(with status: Int32) {
    let waiting = box.withLock { box in
      box.status = status
      defer { box.waiting = [] }
      return box.waiting
    }
    for continuation in waiting { continuation.resume(returning: status) }
  }
}

private func wait(for number: pid_t) -> Int32 {
  var status: Int32 = 0
  while waitpid(number, &status, 0) == -1 { if errno != EINTR { return -1 } }
  // As WIFEXITED, WEXITSTATUS and WTERMSIG have it, which are macros.
  return status & 0x7F == 0 ? (status >> 8) & 0xFF : -(status & 0x7F)
}
