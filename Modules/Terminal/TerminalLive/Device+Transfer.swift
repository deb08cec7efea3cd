import CTerminal
import Essentials

extension Device {
  /// The result of reading.
  enum Read {
    case bytes([UInt8])
    case nothing
    /// The input belongs to another program now.
    case notOurs
    /// The terminal is gone; nothing more can be read.
    case gone
  }

  /// Reads the available bytes without waiting.
  func readAvailable() -> Read {
    var ready = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
    guard poll(&ready, 1, 0) > 0 else { return .nothing }
    var failure: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
      let got = read(input, buffer.baseAddress, buffer.count)
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

  /// Writes all of the text. Waits as long as necessary while the terminal does not accept it.
  /// - Returns: False if the terminal is gone.
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

  /// Waits until the output accepts bytes. Needed only when another program made it non-blocking.
  private func waitForRoom() -> Bool {
    var ready = pollfd(fd: output, events: Int16(POLLOUT), revents: 0)
    if poll(&ready, 1, -1) < 0 { return errno == EINTR }
    return ready.revents & Int16(POLLOUT) != 0
  }
}
