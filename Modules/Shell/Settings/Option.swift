/// An option of the command line, with its help text.
public struct Option: Equatable, Sendable {
  /// The name, with two dashes.
  public let name: String
  /// The short form: a dash and a letter.
  public let letter: String?
  /// The placeholder of the value; nil for an option without a value.
  public let value: String?
  /// The section of the help that lists the option.
  public let group: Group
  /// The explanation, line by line.
  public let help: [String]
  /// The possible values; nil when others are valid too.
  public internal(set) var values: [String]?

  /// A section of the help; the raw value is its title.
  public enum Group: String, CaseIterable, Sendable {
    /// Servers, items and the network.
    case reading = "What to read"
    /// Folders and their size.
    case saving = "Where to save it"
    /// The output.
    case showing = "How to show it"
    /// Help, sample content and the configuration file.
    case general = "General"
  }

  public init(
    _ name: String, _ letter: String? = nil, value: String? = nil, in group: Group, _ help: String...,
    values: [String]? = nil
  ) {
    self.name = name
    self.letter = letter
    self.value = value
    self.group = group
    self.help = help
    self.values = values
  }

  /// The form in the help: "-n, --limit N".
  public var usage: String { (letter.map { "\($0), " } ?? "") + name + (value.map { " " + $0 } ?? "") }
}
