public import Foundation
import Subprocess
import Synchronization

/// A program that a test runs. It is killed when this value is released.
public final class ChildProcess: Sendable {
  private struct Box {
    var status: Int32?
    var waiting: [CheckedContinuation<Int32, Never>] = []
  }

  /// The process identifier.
  public let number: pid_t
  private let box: Mutex<Box>

  /// The path of Python. `python3` may be a script that looks for Python at each start and takes longer than a server
  /// may need to start. With `-S` Python skips installed packages, whose imports take as long again.
  public static let python: String = {
    let output = Pipe()
    guard
      let child = try? ChildProcess(
        "python3", ["-c", "import sys; print(sys.executable, end='')"], output: output.fileHandleForWriting)
    else { return "python3" }
    return withExtendedLifetime(child) {
      try? output.fileHandleForWriting.close()
      let path = (try? output.fileHandleForReading.readToEnd()) ?? Data()
      return path.isEmpty ? "python3" : String(decoding: path, as: UTF8.self)
    }
  }()

  /// Starts a program found in `PATH`, with no open files other than the three given here.
  /// - Parameters:
  ///   - environment: The environment; nil for that of the test.
  ///   - folder: The working directory; nil for that of the test.
  ///   - input: The standard input; nil for an empty one.
  ///   - output: The standard output; nil to discard it.
  ///   - errors: The standard error; nil to discard it.
  /// - Throws: `POSIXError`.
  public init(
    _ program: String, _ arguments: [String], environment: [String: String]? = nil, folder: URL? = nil,
    input: FileHandle? = nil, output: FileHandle? = nil, errors: FileHandle? = nil
  ) throws {
    // Otherwise a file handle that the test does not use any more could be closed before the program has its file.
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

  /// Whether it is still running.
  public var isRunning: Bool { box.withLock { $0.status == nil } }

  /// The exit status, or the negative number of the signal that killed it. Waits for the end.
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
