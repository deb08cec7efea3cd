import Dispatch

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Reads from a descriptor, and closes it when it is told to stop.
struct Reading: Sendable {
  /// Stops; the descriptor is closed when this returns.
  let cancel: @Sendable () -> Void

  static let nothing = Self(cancel: {})
  private init(cancel: @escaping @Sendable () -> Void) { self.cancel = cancel }

  init(_ descriptor: Int32, on queue: DispatchQueue, take: @escaping @Sendable (ArraySlice<UInt8>) -> Void) {
    let stop = DispatchSemaphore(value: 0)
    // A thread that reads and waits: the plainest of readers, so that what is tested is not tested with itself.
    let pipe = Pipe()
    queue.async {
      var buffer = [UInt8](repeating: 0, count: 4096)
      while pipe.waits(beside: descriptor) {
        let count = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
        // EIO: nobody has the other end open at the moment.
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

  /// Tells a thread that waits for a descriptor to stop.
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
