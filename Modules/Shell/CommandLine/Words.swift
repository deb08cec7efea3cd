import Essentials
import Settings

/// The words of a command line: the options with their values, and the other words in order.
public struct Words: Equatable, Sendable {
  /// The command, and the words after it.
  public private(set) var operands: [String] = []
  /// The values of the options, by name, each in the order of the line; empty texts for options without values.
  var values: [String: [String]] = [:]
  /// The name of the server before the command, without its `@`; nil for none.
  public internal(set) var server: String?

  /// The last value of each option, by name; empty texts for options without values.
  public var options: [String: String] { values.compactMapValues(\.last) }
  /// The name of the command, of one or two words; empty until it is known.
  var command = ""
  /// The words after the command.
  var arguments: [String] { Array(operands.dropFirst(command.split(separator: " ").count)) }

  /// The option at the end of the line whose value is missing; nil for none.
  private(set) var openOption: Option?
  /// Whether `--` ends the options.
  private(set) var endsOptions = false
  /// The first error in the options.
  private var problem: UsageError?

  /// Parses a command line. Options may be anywhere, as `--name value` or `--name=value`, `-n value`, `-n=value` or
  /// `-nvalue`; letters may be joined, as in `-qn 5`; `--` ends the options.
  init(_ arguments: [String]) throws(UsageError) {
    self.init(beginning: arguments)
    if let problem { throw problem }
    guard let name = server else { return }
    if operands.first?.hasPrefix("@") == true {
      throw UsageError("one server at a time, not @\(name) and \(operands[0])")
    }
    if name.isEmpty { throw UsageError("@ needs the name of a server: @NAME") }
    if has("--server") { throw UsageError("@\(name) and --server both name a server; leave one out") }
  }

  /// Parses the beginning of a command line, without options that are invalid.
  init(beginning arguments: [String]) {
    var rest = arguments[...]
    while !endsOptions, let word = rest.popFirst() {
      if word == "--" {
        endsOptions = true
      } else if word.hasPrefix("-"), word != "-" {
        do throws(UsageError) { try readOption(word, &rest) } catch { problem = problem ?? error }
      } else {
        operands.append(word)
      }
    }
    operands += rest
    if operands.first?.hasPrefix("@") == true { server = String(operands.removeFirst().dropFirst()) }
  }

  /// Reads the option that a word begins with, whose value may be the next word.
  private mutating func readOption(_ word: String, _ rest: inout ArraySlice<String>) throws(UsageError) {
    let start = String(word.prefix { $0 != "=" })
    let name = word.hasPrefix("--") ? start : String(word.prefix(2))
    guard let option = Option.all.first(where: { $0.name == name || $0.letter == name }) else {
      let candidates = start.count == 2 ? Option.all.compactMap(\.letter) : Option.all.map(\.name)
      let hint = suggestion(for: start, in: candidates)
      let isText = hint.isEmpty && operands.first == "todo"
      throw UsageError(
        "there is no option \(start)\(isText ? "; write -- before an ID or a title that begins with -" : hint)")
    }
    let behind = word.dropFirst(name.count)
    guard let placeholder = option.value else {
      if behind.hasPrefix("=") { throw UsageError("\(option.name) takes no value") }
      values[option.name] = [""]
      // The letters that follow are options, too.
      if !behind.isEmpty { rest.insert("-\(behind)", at: rest.startIndex) }
      return
    }
    openOption = option
    let attached = behind.isEmpty ? nil : String(behind.hasPrefix("=") ? behind.dropFirst() : behind)
    guard let value = attached ?? rest.popFirst(), !value.isEmpty else {
      throw UsageError("\(option.name) needs a value: \(option.name) \(placeholder)")
    }
    openOption = nil
    values[option.name, default: []].append(value)
  }
}

extension Option {
  /// Whether the value is the place that data comes from or is saved in: an address, a folder or a file.
  fileprivate var isPlace: Bool { ["URL", "DIR", "FILE"].contains(value) }
}

extension Words {
  func has(_ option: String) -> Bool { values[option] != nil }

  /// The values of the options for addresses, folders and files, by name.
  var places: [String: [String]] { values.filter { name, _ in Option.all.contains { $0.isPlace && $0.name == name } } }

  /// The program with the server, the folders and the files of this line: "satchel -s http://host".
  var program: String {
    let places = Option.all.filter(\.isPlace).compactMap { option in
      options[option.name].map { value in
        "\(option.letter ?? option.name) \(quoted(option.value == "URL" ? withoutPassword(value) : value))"
      }
    }
    return (["satchel"] + (server.map { ["@\($0)"] } ?? []) + places).joined(separator: " ")
  }

  /// - Parameter one: The command that prints a single item, for the error message; nil for none.
  /// - Throws: `UsageError` if a word follows the command.
  func expectNoArguments(orOne one: String? = nil) throws(UsageError) {
    guard let first = arguments.first else { return }
    let hint = first.hasPrefix("@") ? command.hint(at: first) : one.map { "; to read one: satchel \($0)" } ?? ""
    throw UsageError("\(command) takes no argument\(hint)")
  }

  /// - Throws: `UsageError` for a command in offline mode.
  func expectNetwork() throws(UsageError) {
    if has("--offline") { throw UsageError("\(command) needs the network; leave out --offline") }
  }

  /// Returns the only word after the command.
  /// - Parameters:
  ///   - noun: The name of such a word: "ID".
  ///   - needed: A longer name, for an error: "an ID from satchel posts".
  func argument(_ noun: String, _ needed: String) throws(UsageError) -> String {
    guard let argument = arguments.first else { throw UsageError("\(command) needs \(needed)") }
    guard arguments.count == 1 else { throw UsageError("\(command) takes one \(noun) at a time") }
    return argument
  }

  /// Returns the value of `--limit`; nil without that option.
  func limit() throws(UsageError) -> Int? {
    guard let text = options["--limit"] else { return nil }
    guard let number = positive(text) else { throw UsageError("--limit needs a whole number from 1 up, not \(text)") }
    return number
  }

  /// Returns the value of an option that is one of several words; nil without that option.
  func choice<Value: RawRepresentable<String> & CaseIterable>(
    _ option: Option, _: Value.Type
  ) throws(UsageError) -> Value? {
    guard let text = options[option.name] else { return nil }
    do throws(ValueError) { return try Value(named: text) } catch { throw UsageError(option.name, error) }
  }
}

/// Returns a word for a shell, in quotes if it needs them.
private func quoted(_ word: String) -> String {
  let isPlain = word.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "/:@%+=,._-".contains($0)) }
  return isPlain ? word : "'\(word.replacing("'", with: #"'\''"#))'"
}

/// Returns a whole number from 1 up; nil for any other text.
func positive(_ text: String) -> Int? {
  guard text.allSatisfy(\.isASCIIDigit), let number = Int(text), number > 0 else { return nil }
  return number
}
