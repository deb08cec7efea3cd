import Essentials
import JSON5
import Suggestion

extension Settings {
  /// The longest file that is read, in bytes.
  public static let sizeLimit = 1 << 20

  /// Why a configuration file cannot be used.
  public struct Problem: Error, Equatable {
    /// The line, from 1; nil where it is the whole file.
    public var line: Int?
    /// What is wrong there and what is expected; without a full stop.
    public var message: String

    public init(line: Int? = nil, _ message: String) { (self.line, self.message) = (line, message) }
  }

  /// Reads a configuration file. One that says nothing sets nothing.
  /// - Throws: `Problem`. What is not known is one: a setting that was misspelt would else be missed in silence.
  public init(_ bytes: some Collection<UInt8>) throws(Problem) {
    self.init()
    guard bytes.count <= Self.sizeLimit else { throw Problem("it is longer than 1 MiB") }
    let document: JSON5?
    do { document = try JSON5.parse(bytes) } catch { throw Problem(line: error.line, error.message) }
    guard let document else { return }
    guard case .object(let members) = document.content else {
      throw Problem(line: document.line, "expected { and settings, not \(document.inWords)")
    }
    try Self.entries.read(members, into: &self, path: "")
  }
}

extension Array {
  /// Reads the members of an object. They are taken in the order of the table, so that one may build on those before it.
  func read<Target>(_ members: [JSON5.Member], into target: inout Target, path: String) throws(Settings.Problem)
  where Element == SettingEntry<Target> {
    var lines: [String: Int] = [:]
    for member in members {
      guard contains(where: { $0.name == member.key }) else {
        throw Settings.Problem(
          line: member.line,
          "there is no setting \(path)\(member.key.excerpt)\(suggestion(for: member.key, in: map(\.name)))")
      }
      if let line = lines.updateValue(member.line, forKey: member.key) {
        throw Settings.Problem(line: member.line, "\(path)\(member.key) is set again; it was in line \(line)")
      }
    }
    for entry in self {
      if let value = members.first(where: { $0.key == entry.name })?.value {
        try entry.read(&target, value, path + entry.name)
      }
    }
  }
}

extension String {
  /// Its beginning, for an error: a line is to be read.
  var excerpt: String { count > 200 ? prefix(199) + "…" : self }
}

extension JSON5 {
  /// What it is, for an error.
  var inWords: String {
    switch content {
    case .null: "null"
    case .boolean(let boolean): "\(boolean)"
    case .number(let number): Int(exactly: number).map(String.init) ?? "\(number)"
    case .text(let text): "\"\(text.excerpt)\""
    case .array: "a list"
    case .object: "an object"
    }
  }

  /// - Throws: `ValueError` where it is no text.
  func text(_ needed: String) throws(ValueError) -> String {
    guard case .text(let text) = content else { throw ValueError("needs \(needed), not \(inWords)") }
    return text
  }
}
