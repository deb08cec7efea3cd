import CommandLine
import Essentials

/// Returns the width in cells of the terminal behind a stream; nil without a terminal or if it does not report a width.
func width(of descriptor: Int32) -> Int? {
  var window = winsize()
  guard ioctl(descriptor, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0 else { return nil }
  return Int(window.ws_col)
}

/// Writes a whole text.
/// - Throws: `OutputError`.
func write(_ text: String, to descriptor: Int32) throws {
  var text = text
  do { try text.withUTF8 { try writeAll(UnsafeRawBufferPointer($0), to: descriptor) } } catch let error as POSIXError {
    throw error.code == .EPIPE ? OutputError.closed : .failed(error.code.clause)
  }
}

/// Writes all bytes, with as many calls as necessary.
/// - Throws: `POSIXError`.
func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) throws {
  var rest = bytes[...]
  while !rest.isEmpty {
    let count = write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
    if count == -1 && errno == EINTR { continue }
    if count == -1 && errno == EAGAIN {
      // Another process that shares the stream has made it non-blocking, so this waits for room.
      var room = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      poll(&room, 1, -1)
      continue
    }
    guard count != -1 else { throw POSIXError.current }
    rest = rest.dropFirst(count)
  }
}
