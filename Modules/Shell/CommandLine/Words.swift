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

  /// Parses a command line. Options may be anywhere, as `--name value` or `--name=value`, `-n value`, `-n=value` or
  /// `-nvalue`; `--` ends the options.
  init(_ arguments: [String]) throws(UsageError) {
    try read(arguments)
    guard operands.first?.hasPrefix("@") == true else { return }
    let name = String(operands.removeFirst().dropFirst())
    if operands.first?.hasPrefix("@") == true {
      throw UsageError("one server at a time, not @\(name) and \(operands[0])")
    }
    if name.isEmpty { throw UsageError("@ needs the name of a server: @NAME") }
    if has("--server") { throw UsageError("@\(name) and --server both name a server; leave one out") }
    server = name
  }

  private mutating func read(_ arguments: [String]) throws(UsageError) {
    var rest = arguments[...]
    while let word = rest.popFirst() {
      if word == "--" {
        operands += rest
        return
      }
      guard word.hasPrefix("-"), word != "-" else {
        operands.append(word)
        continue
      }
      var name = String(word.prefix { $0 != "=" })
      var attached = word.contains("=") ? String(word.dropFirst(name.count + 1)) : nil
      if let letter = Option.all.first(where: { $0.value != nil && $0.letter == String(name.prefix(2)) })?.letter,
        name != letter
      {
        name = letter
        attached = String(word.dropFirst(letter.count))
      }
      guard let option = Option.all.first(where: { $0.name == name || $0.letter == name }) else {
        let candidates = name.count == 2 ? Option.all.compactMap(\.letter) : Option.all.map(\.name)
        throw UsageError("there is no option \(name)\(suggestion(for: name, in: candidates))")
      }
      guard let placeholder = option.value else {
        if attached != nil { throw UsageError("\(option.name) takes no value") }
        values[option.name] = [""]
        continue
      }
      guard let value = attached ?? rest.popFirst(), !value.isEmpty else {
        throw UsageError("\(option.name) needs a value: \(option.name) \(placeholder)")
      }
      values[option.name, default: []].append(value)
    }
  }
}

extension Words {
  func has(_ option: String) -> Bool { values[option] != nil }

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

/// Returns a whole number from 1 up; nil for any other text.
func positive(_ text: String) -> Int? {
  guard text.allSatisfy({ $0.isASCII && $0.isNumber }), let number = Int(text), number > 0 else { return nil }
  return number
}
