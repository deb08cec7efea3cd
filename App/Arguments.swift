#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The arguments of the program, without its name.
///
/// `CommandLine.arguments` is not reliable: a static standard library looks for the arguments next to the environment,
/// and finds none if a preloaded library has changed a variable.
var arguments: [String] {
  guard let file = fopen("/proc/self/cmdline", "re") else { return Array(Swift.CommandLine.arguments.dropFirst()) }
  defer { fclose(file) }
  var words: [String] = []
  var word: UnsafeMutablePointer<CChar>?
  var size = 0
  defer { free(word) }
  while getdelim(&word, &size, 0, file) != -1 {
    if let word { words.append(String(cString: word)) }
  }
  return Array(words.dropFirst())
}
