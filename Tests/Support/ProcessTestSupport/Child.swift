public import Foundation
import Subprocess
import Synchronization

/// A program that a test runs beside itself. It is killed when the test lets go of it.
public final class Child: Sendable {
  private struct Box {
    var status: Int32?
    var waiting: [CheckedContinuation<Int32, Never>] = []
  }

  /// The system's number for it.
  public let number: pid_t
  private let box: Mutex<Box>

  /// Where Python is. What `python3` names may be a script that looks for it at each start, for longer than a server
  /// needs to be there.
  public static let python: String = {
    let output = Pipe()
    guard
      let child = try? Child(
        "python3", ["-c", "import sys; print(sys.executable, end='')"], output: output.fileHandleForWriting)
    else { return "python3" }
    return withExtendedLifetime(child) {
      try? output.fileHandleForWriting.close()
      let path = (try? output.fileHandleForReading.readToEnd()) ?? Data()
      return path.isEmpty ? "python3" : String(decoding: path, as: UTF8.self)
    }
  }()

  /// Starts a program, which is looked for in `PATH`, and has no files open but these three.
  /// - `environment`: nil for the test's own.
  /// - `folder`: where it runs; nil for where the test does.
  /// - `input`, `output`, `errors`: nil for nothing.
  /// - Throws: `POSIXError`.
  public init(
    _ program: String, _ arguments: [String], environment: [String: String]? = nil, folder: URL? = nil,
    input: FileHandle? = nil, output: FileHandle? = nil, errors: FileHandle? = nil
  ) throws {
    // A file that a test no longer holds would be closed before the program has it.
    let process = try withExtendedLifetime((input, output, errors)) {
      try Subprocess(
        program, arguments, environment: environment ?? ProcessInfo.processInfo.environment,
        folder: folder?.path(percentEncoded: false), input: input?.fileDescriptor, output: output?.fileDescriptor,
        errors: errors?.fileDescriptor)
    }
    number = process.number
    box = Mutex(Box())
    process.onEnd { [weak self] status in self?.end(with: status) }
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
