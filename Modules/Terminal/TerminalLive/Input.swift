import CTerminal
import Dispatch

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// What comes from outside.
enum Input: Sendable {
  case bytes([UInt8])
  /// A signal, by its number.
  case signal(Int32)
  /// Nothing more came in the time after those bytes, counted from the first.
  case silence(after: Int)
  /// The terminal is gone.
  case hangup
}

/// Watches a terminal and the signals; everything comes through one stream.
///
/// Signals come through a pipe. (A dispatch source of signals loses stops.)
struct Sources {
  private let device: Device
  private let pipe: Pipe
  private let queue: DispatchQueue
  private let watching: DispatchGroup
  private let keys: any DispatchSourceRead
  private let signals: any DispatchSourceRead

  /// - Parameter watching: Who watches a descriptor of the terminal; none is closed before all have left.
  /// - Throws: `Terminal.Error.refused`.
  init(
    _ device: Device, queue: DispatchQueue, watching: DispatchGroup, into inputs: AsyncStream<Input>.Continuation
  ) throws {
    let pipe = try Pipe()
    (self.device, self.pipe, self.queue, self.watching) = (device, pipe, queue, watching)
    keys = DispatchSource.makeReadSource(fileDescriptor: device.reading, queue: queue)
    signals = DispatchSource.makeReadSource(fileDescriptor: pipe.reading, queue: queue)
    keys.setEventHandler { @Sendable in
      withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 1) { buffer in
        switch device.read(into: buffer) {
        case .bytes(let count): inputs.yield(.bytes(Array(buffer[..<count])))
        case .later: break
        case .gone: if device.isInForeground { inputs.yield(.hangup) }  // Reading in the background fails as well.
        }
      }
    }
    signals.setEventHandler { @Sendable in
      for signal in pipe.signals() { inputs.yield(.signal(signal)) }
    }
    for source in [keys, signals] {
      watching.enter()
      source.setCancelHandler { @Sendable in watching.leave() }
    }
    cterminal_watch(pipe.writing)
    keys.activate()
    signals.activate()
  }

  /// Ends the watch of a terminal that is gone, and would say so again and again.
  func cancelKeys() { keys.cancel() }

  /// What is typed is for somebody else for now.
  func pauseKeys() { keys.suspend() }

  /// What is typed is for this program again.
  func resumeKeys() { keys.resume() }

  /// Ends the watch, and closes what was watched when nobody looks at it any more.
  func cancel(arePaused: Bool) {
    cterminal_unwatch()
    keys.cancel()
    if arePaused { keys.resume() }  // One that is paused is never cancelled.
    signals.cancel()
    watching.notify(queue: queue) { @Sendable [device, pipe] in
      device.close()
      pipe.close()
    }
  }
}
