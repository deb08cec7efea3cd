import CommandLine
import Essentials
import Settings

/// Reads a file that the command line names, or standard input for `-`: all of it, or more than
/// `InputError.sizeLimit` bytes.
/// - Throws: `InputError`.
@Sendable func readInput(_ path: String) throws -> [UInt8] {
  let isStandardInput = path == "-"
  do throws(POSIXError) {
    let file = isStandardInput ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
    guard file != -1 else { throw .current }
    defer { if !isStandardInput { close(file) } }
    return try bytes(from: file, limit: InputError.sizeLimit)
  } catch {
    throw InputError(isStandardInput ? "standard input" : path, reason: error.code.clause)
  }
}

extension SettingsFile {
  /// The configuration file in the user's folder for configuration. A missing file costs only one system call.
  static func live(in folder: URL) -> Self {
    Self(path: folder.appending(path: "satchel/config.json5").path(percentEncoded: false)) { path throws(Unreadable) in
      // Opening a pipe does not wait for a writer.
      let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
      // A path through something that is not a folder counts as a missing file.
      if file == -1 && (errno == ENOENT || errno == ENOTDIR) { return nil }
      guard file != -1 else { throw Unreadable(POSIXError.current.code.clause) }
      defer { close(file) }
      var found = stat()
      guard fstat(file, &found) == 0, ![S_IFIFO, S_IFSOCK].contains(found.st_mode & S_IFMT) else {
        throw Unreadable("it is a pipe, not a file")
      }
      do throws(POSIXError) {
        return Contents(
          try bytes(from: file, limit: ConfigurationFile.sizeLimit), isWritableByAll: found.st_mode & S_IWOTH != 0)
      } catch {
        throw Unreadable(error.code.clause)
      }
    }
  }
}
