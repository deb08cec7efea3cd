/// An option of the command line, and its text in the help.
public struct Option: Equatable, Sendable {
  /// With its two dashes.
  public let name: String
  /// A dash and one letter.
  public let letter: String?
  /// Placeholder of the value; nil for an option without one.
  public let value: String?
  /// Its part of the help.
  public let group: Group
  /// Explanation, a line each.
  public let help: [String]
  /// The values there are; nil where it takes others.
  public internal(set) var values: [String]?

  /// A part of the help, by its title.
  public enum Group: String, CaseIterable, Sendable {
    /// Servers, items and the network.
    case reading = "What to read"
    /// Folders and their size.
    case saving = "Where to save it"
    /// The output.
    case showing = "How to show it"
    /// Help, sample content and the configuration file.
    case trying = "Trying it out"
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

  /// The way to write it: "-n, --limit N".
  public var usage: String { (letter.map { "\($0), " } ?? "") + name + (value.map { " " + $0 } ?? "") }
}
