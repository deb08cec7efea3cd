import Suggestion

/// A command line taken apart: options with their values, and everything else in its order.
struct Words {
  private(set) var operands: [String] = []
  private(set) var values: [String: String] = [:]
  private(set) var flags: Set<String> = []
  /// The server that is named before the command, without its `@`.
  private(set) var server: String?

  /// No words at all.
  init() {}

  /// Options may stand anywhere, as `--name value` or `--name=value`, `-n value`, `-n=value` or `-nvalue`; `--` ends
  /// them.
  init(_ arguments: [String]) throws(UsageError) {
    try read(arguments)
    guard operands.first?.hasPrefix("@") == true else { return }
    let name = String(operands.removeFirst().dropFirst())
    if operands.first?.hasPrefix("@") == true {
      throw UsageError("one server at a time, not @\(name) and \(operands[0])")
    }
    if name.isEmpty { throw UsageError("@ needs the name of a server: @NAME") }
    if values["--server"] != nil { throw UsageError("@\(name) and --server both name a server; leave one out") }
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
        (name, attached) = (letter, String(word.dropFirst(letter.count)))
      }
      guard let option = Option.all.first(where: { $0.name == name || $0.letter == name }) else {
        let candidates = name.count == 2 ? Option.all.compactMap(\.letter) : Option.all.map(\.name)
        throw UsageError("there is no option \(name)\(suggestion(for: name, in: candidates))")
      }
      guard let placeholder = option.value else {
        if attached != nil { throw UsageError("\(option.name) takes no value") }
        flags.insert(option.name)
        continue
      }
      guard let value = attached ?? rest.popFirst(), !value.isEmpty else {
        throw UsageError("\(option.name) needs a value: \(option.name) \(placeholder)")
      }
      values[option.name] = value
    }
  }
}
