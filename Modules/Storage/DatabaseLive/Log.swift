import Essentials

/// The write-ahead log beside a database, with changes that are not in the file yet
/// (https://sqlite.org/fileformat2.html, 4).
struct Log {
  private let path: String

  init(_ path: String) { self.path = path }

  /// Returns whether a committed transaction in the log has written a page.
  /// - Parameter size: The size of pages in bytes.
  func hasPage(_ number: UInt32, size: Int) -> Bool {
    let descriptor = Essentials.open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor != -1 else { return false }
    defer { close(descriptor) }
    guard let head = bytes(descriptor, at: 0, count: 32) else { return false }
    var (start, isThere) = (32, false)
    while let frame = bytes(descriptor, at: start, count: 24), frame[8..<16] == head[16..<24] {
      if frame[0..<4].number == number { isThere = true }
      let isCommit = frame[4..<8].number != 0
      if isThere, isCommit { return true }
      start += 24 + size
    }
    return false
  }

  private func bytes(_ descriptor: Int32, at start: Int, count: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    return pread(descriptor, &bytes, count, off_t(start)) == count ? bytes : nil
  }
}

extension ArraySlice<UInt8> {
  /// The big-endian number of these bytes.
  fileprivate var number: UInt32 { reduce(0) { $0 << 8 | UInt32($1) } }
}
