import Essentials
import SubscriptionsStore

/// A failed call of the system.
struct SystemFailure: Error {
  var code: Int32

  init(_ code: Int32 = errno) { self.code = code }

  var reason: SubscriptionsStore.Reason {
    switch code {
    case EACCES, EPERM: .notPermitted
    case EROFS: .readOnly
    case ENOSPC, EDQUOT: .noSpace
    default: .failed(String(cString: strerror(code)))
    }
  }
}

/// A failure to read a file.
enum ReadFailure: Error {
  case tooLarge
  case system(SystemFailure)
}

/// Returns the bytes of a file; nil if it is missing.
func contents(of path: String, upTo limit: Int) throws(ReadFailure) -> [UInt8]? {
  // Without O_NONBLOCK, opening a named pipe would wait for its writer.
  let descriptor = Essentials.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
  guard descriptor != -1 else {
    if errno == ENOENT || errno == ENOTDIR { return nil }
    throw .system(SystemFailure())
  }
  defer { close(descriptor) }
  var found = stat()
  guard fstat(descriptor, &found) == 0 else { throw .system(SystemFailure()) }
  guard found.st_mode & S_IFMT == S_IFREG else {
    throw .system(SystemFailure(found.st_mode & S_IFMT == S_IFDIR ? EISDIR : EINVAL))
  }
  guard found.st_size <= limit else { throw .tooLarge }
  // Files of the system may report no size.
  var (bytes, count) = ([UInt8](repeating: 0, count: max(Int(found.st_size), 4_095) + 1), 0)
  while true {
    let more = bytes.withUnsafeMutableBytes {
      Essentials.read(descriptor, $0.baseAddress.map { $0 + count }, $0.count - count)
    }
    if more == -1, errno == EINTR { continue }
    guard more != -1 else { throw .system(SystemFailure()) }
    if more == 0 { return Array(bytes[..<count]) }
    count += more
    guard count <= limit else { throw .tooLarge }
    if count == bytes.count { bytes += [UInt8](repeating: 0, count: count) }
  }
}
