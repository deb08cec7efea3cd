#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// An error for an argument that is not UTF-8, which would be another text without its invalid bytes.
struct NotUTF8: Error {
  /// The argument, with replacement characters.
  let text: String
}

/// The arguments of the program, without its name.
///
/// `CommandLine.arguments` is not reliable: a static standard library looks for the arguments next to the environment,
/// and finds none if a preloaded library has changed a variable.
/// - Throws: `NotUTF8`.
var arguments: [String] {
  get throws(NotUTF8) {
    guard let file = fopen("/proc/self/cmdline", "re") else { return Array(Swift.CommandLine.arguments.dropFirst()) }
    defer { fclose(file) }
    var words: [String] = []
    var word: UnsafeMutablePointer<CChar>?
    var size = 0
    defer { free(word) }
    while getdelim(&word, &size, 0, file) != -1 {
      guard let word else { continue }
      // The first one is the program's path, which is not used.
      guard let text = words.isEmpty ? "" : String(validatingCString: word) else {
        throw NotUTF8(text: String(cString: word))
      }
      words.append(text)
    }
    return Array(words.dropFirst())
  }
}
