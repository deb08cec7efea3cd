#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The words that the program was called with, behind its name.
///
/// Not those of `CommandLine`: a static standard library looks for them beside the environment, and finds none once a
/// library that was loaded before has changed a variable.
var arguments: [String] {
  guard let file = fopen("/proc/self/cmdline", "re") else { return Array(Swift.CommandLine.arguments.dropFirst()) }
  defer { fclose(file) }
  var words: [String] = []
  var (word, size): (UnsafeMutablePointer<CChar>?, Int) = (nil, 0)
  defer { free(word) }
  while getdelim(&word, &size, 0, file) != -1 {
    if let word { words.append(String(cString: word)) }
  }
  return Array(words.dropFirst())
}
