import Terminal

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The pipe signals come through, neither end of which blocks.
struct Pipe {
  let reading: Int32
  let writing: Int32

  /// - Throws: `Terminal.Error.refused`.
  init() throws {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw Terminal.Error.refused(errno) }
    for end in ends {
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
    (reading, writing) = (ends[0], ends[1])
  }

  /// What has come, by its number.
  func signals() -> [Int32] {
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = read(reading, &bytes, bytes.count)
    return bytes.prefix(max(count, 0)).map(Int32.init)
  }

  func close() { for end in [reading, writing] { _ = shut(end) } }
}

private func shut(_ descriptor: Int32) -> Int32 { close(descriptor) }
