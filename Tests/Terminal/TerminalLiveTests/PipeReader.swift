import Dispatch

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A reader of a descriptor, which closes it when cancelled.
struct PipeReader: Sendable {
  /// Stops reading. The descriptor is closed when this returns.
  let cancel: @Sendable () -> Void

  static let nothing = Self(cancel: {})
  private init(cancel: @escaping @Sendable () -> Void) { self.cancel = cancel }

  init(_ descriptor: Int32, on queue: DispatchQueue, take: @escaping @Sendable (ArraySlice<UInt8>) -> Void) {
    let stop = DispatchSemaphore(value: 0)
    // Reads on a blocking thread and not with the code under test.
    let pipe = Pipe()
    queue.async {
      var buffer = [UInt8](repeating: 0, count: 4096)
      while pipe.waits(beside: descriptor) {
        let count = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
        // EIO: no process has the other end open at the moment.
        if count <= 0 { break }
        take(buffer[..<count])
      }
      pipe.waitForStop()
      close(descriptor)
      pipe.close()
      stop.signal()
    }
    cancel = {
      pipe.stop()
      stop.wait()
    }
  }

  /// A pipe that wakes and stops a thread waiting for a descriptor.
  private struct Pipe {
    private let ends: [Int32]

    init() {
      var ends: [Int32] = [-1, -1]
      _ = pipe(&ends)
      self.ends = ends
    }

    func stop() { _ = write(ends[1], "x", 1) }

    func waits(beside descriptor: Int32) -> Bool {
      var ready = [
        pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: ends[0], events: Int16(POLLIN), revents: 0),
      ]
      while poll(&ready, 2, -1) < 0, errno == EINTR {}
      return ready[1].revents == 0
    }

    func waitForStop() {
      var ready = pollfd(fd: ends[0], events: Int16(POLLIN), revents: 0)
      while poll(&ready, 1, -1) < 0, errno == EINTR {}
    }

    func close() { for end in ends { _ = systemClose(end) } }
  }
}

private func systemClose(_ descriptor: Int32) -> Int32 { close(descriptor) }
