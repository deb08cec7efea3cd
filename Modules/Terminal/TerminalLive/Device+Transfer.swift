import CTerminal

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

extension Device {
  /// What there was to be read.
  enum Read {
    case bytes([UInt8])
    case nothing
    /// What comes now is for another program.
    case notOurs
    /// Nothing will ever come.
    case gone
  }

  /// Reads what is there, without waiting.
  func readWhatIsThere(atMost most: Int = 1 << 16) -> Read {
    var ready = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
    guard poll(&ready, 1, 0) > 0 else { return .nothing }
    var failure: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: most) { buffer, count in
      let got = read(input, buffer.baseAddress, most)
      if got < 0 { failure = errno }
      count = max(got, 0)
    }
    switch failure {
    case 0: return bytes.isEmpty ? .gone : .bytes(bytes)
    case EINTR, EAGAIN: return .nothing
    case EIO where !isInForeground: return .notOurs
    default: return .gone
    }
  }

  /// Writes all of the text; waits as long as the terminal is there and does not take it.
  /// - Returns: Whether it was there.
  func writeAll(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      var rest = UnsafeRawBufferPointer(bytes)
      while !rest.isEmpty {
        let count = cterminal_write(output, rest.baseAddress, rest.count)
        if count >= 0 {
          rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
        } else if errno != EINTR, errno != EAGAIN || !waitForRoom() {
          return false
        }
      }
      return true
    }
  }

  /// For an output that somebody made non-blocking.
  private func waitForRoom() -> Bool {
    var ready = pollfd(fd: output, events: Int16(POLLOUT), revents: 0)
    if poll(&ready, 1, -1) < 0 { return errno == EINTR }
    return ready.revents & Int16(POLLOUT) != 0
  }
}
