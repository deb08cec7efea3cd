public import Essentials
import Messages
public import NetworkClient

/// A kind of value: how to read it and how to show it.
struct ValueKind<Value: Sendable>: Sendable {
  /// The possible values; nil when others are valid too.
  var values: [String]?
  let read: @Sendable (_ written: Written) throws(ValueError) -> Value
  let shown: @Sendable (_ value: Value) -> ShownValue
}

/// A value as the user wrote it.
enum Written {
  /// The text of an option or a variable.
  case given(String)
  /// The value in the configuration file.
  case file(JSON5)

  func text(_ needed: String) throws(ValueError) -> String {
    switch self {
    case .given(let text): return text
    case .file(let json):
      guard case .text(let text) = json.content else { throw ValueError("needs \(needed), not \(json.inWords)") }
      return text
    }
  }
}

/// A value as `satchel config` shows it.
public struct ShownValue: Sendable {
  /// The value for people, or a description of the default.
  public let text: String
  /// The value for programs; nil for none.
  public let value: (any Encodable & Sendable)?

  init(_ text: String, _ value: (any Encodable & Sendable)?) {
    self.text = text
    self.value = value
  }

  init(_ text: String) { self.init(text, text) }
}

/// An error for an invalid value of a setting.
public struct ValueError: Error, Equatable {
  /// The valid values, as the words after the setting's name: "needs an address such as …". Without a full stop.
  public let needs: String
  /// The line of the value in the configuration file, if it is a part of the setting's value.
  let line: Int?

  public init(_ needs: String, line: Int? = nil) {
    self.needs = needs
    self.line = line
  }
}

extension ValueKind where Value: RawRepresentable<String> & CaseIterable {
  /// A value of an enum, by its name.
  static var choice: Self {
    let names = Value.allCases.map(\.rawValue)
    return Self(values: names) { written throws(ValueError) in
      try Value(named: try written.text("one of \(names.quoted)"))
    } shown: {
      ShownValue($0.rawValue)
    }
  }
}

extension ValueKind<Bool> {
  /// A flag, which an option without a value sets.
  static var flag: Self { Self(read: { _ in true }, shown: { ShownValue("\($0)", $0) }) }
}

extension ValueKind<URL> {
  /// A folder, by its path.
  static var folder: Self {
    Self { written throws(ValueError) in
      URL(filePath: try written.text("a folder in quotes"), directoryHint: .isDirectory)
    } shown: {
      ShownValue($0.path(percentEncoded: false))
    }
  }
}

extension ValueKind<String?> {
  /// A command line. In the configuration file it must not be empty.
  /// - Parameter otherwise: The text for no command.
  static func command(otherwise: String) -> Self {
    Self { written throws(ValueError) in
      let command = try written.text("a command in quotes")
      if case .file = written, command.trimmed.isEmpty || command.contains("\0") {
        throw ValueError("needs a command in quotes")
      }
      return command
    } shown: {
      ShownValue($0 ?? otherwise, $0)
    }
  }
}

extension ValueKind<[ReaderSection]> {
  /// A list of sections without duplicates.
  static var sections: Self {
    let names = ReaderSection.allCases.map(\.rawValue)
    let needed = "a list of \(names.quoted)"
    return Self { written throws(ValueError) in
      guard case .file(let value) = written, case .array(let elements) = value.content else {
        throw ValueError("needs \(needed), not \(written.inWords)")
      }
      if elements.isEmpty { throw ValueError("needs \(needed), not an empty list") }
      var sections: [ReaderSection] = []
      for element in elements {
        let name = try Written.file(element).text(needed)
        guard let section = ReaderSection(rawValue: name) else {
          throw ValueError(
            "can hold \(names.joined(separator: ", ")), not \(name.excerpt)\(suggestion(for: name, in: names))")
        }
        guard !sections.contains(section) else { throw ValueError("holds \(name) twice") }
        sections.append(section)
      }
      return sections
    } shown: {
      ShownValue($0.map(\.rawValue).joined(separator: ", "), $0.map(\.rawValue))
    }
  }
}

extension ValueKind<Duration> {
  /// A duration in seconds, with decimals: `2.5`.
  static var seconds: Self {
    Self { written throws(ValueError) in
      var number: Double?
      switch written {
      case .given(let text):
        if text.allSatisfy({ $0.isASCIIDigit || $0 == "." }) { number = Double(text) }
      case .file(let value):
        if case .number(let value) = value.content { number = value }
      }
      guard let number, number >= 0.001, number <= 86_400 else {
        throw ValueError("needs seconds from 0.001 to 86400, such as 2.5, not \(written.inWords)")
      }
      return .seconds(number)
    } shown: {
      let seconds = $0 / .seconds(1)
      return ShownValue("\(Int(exactly: seconds).map(String.init) ?? "\(seconds)") s", seconds)
    }
  }
}

extension ValueKind<Int> {
  /// A number of bytes: `1 GiB`, `500 MB`.
  static var size: Self {
    Self { written throws(ValueError) in
      try Int(size: try written.text("a size in quotes, such as \"1 GiB\""))
    } shown: {
      ShownValue(Messages.size($0), $0)
    }
  }
}

extension RawRepresentable<String> where Self: CaseIterable {
  /// Creates the value with a name: `dark`.
  /// - Throws: `ValueError` for an unknown name.
  public init(named text: String) throws(ValueError) {
    if let value = Self(rawValue: text) {
      self = value
      return
    }
    let names = Self.allCases.map(\.rawValue)
    throw ValueError(
      "needs one of \(names.joined(separator: ", ")), not \(text.excerpt)\(suggestion(for: text, in: names))")
  }
}

extension Int {
  /// Creates a number of bytes from text: `1 GiB`, `1.5GB`, `800M`. A letter alone and `iB` stand for powers of 1024,
  /// as in `ls -h`; `MB` for powers of 1000.
  /// - Throws: `ValueError` for another format, or for less than 1 MiB.
  public init(size text: String) throws(ValueError) {
    let digits = text.prefix { $0.isASCIIDigit || $0 == "." }
    let unit = text.dropFirst(digits.count).drop { $0 == " " }.lowercased()
    let power = ["k", "m", "g", "t"].firstIndex { unit.hasPrefix($0) }.map { $0 + 1 } ?? 0
    let factor: Double? =
      switch unit.dropFirst(power > 0 ? 1 : 0) {
      case "" where power > 0, "ib" where power > 0: 1_024
      case "b" where power > 0: 1_000
      case "", "b", "bytes": 1
      default: nil
      }
    let size = factor.flatMap { factor in Double(digits).map { (0..<power).reduce($0) { size, _ in size * factor } } }
    guard let size, size < 1e18 else { throw ValueError("needs a size such as 1 GiB or 500 MB, not \(text.excerpt)") }
    guard size >= 1_048_576 else { throw ValueError("needs at least 1 MiB, not \(text.excerpt)") }
    self = Int(size)
  }
}

/// The address of a server or a feed, and the credentials that were written in it.
public struct ServerAddress: Equatable, Sendable {
  /// The address without user name and password, so that these are neither shown nor saved.
  public var url: URL
  /// The user name and the password; nil for none.
  public var credentials: Credentials?

  /// Creates the address of a text: `http://localhost:8000`, `https://me:secret@example.org/feed`.
  /// - Throws: `ValueError` for an address without http, https or file, or with a fragment.
  public init(_ text: String) throws(ValueError) {
    guard let full = URL(written: text), full.user() != nil || full.password() != nil,
      var components = URLComponents(url: full, resolvingAgainstBaseURL: false)
    else {
      url = try URL(server: text)
      return
    }
    components.user = nil
    components.password = nil
    url = try URL(server: components.string ?? "")
    if !url.isFileURL {
      credentials = Credentials(
        for: url.webOrigin, user: full.user(percentEncoded: false) ?? "",
        password: full.password(percentEncoded: false) ?? "")
    }
  }
}

extension URL {
  /// Creates the address of a server or a feed without credentials, the same one for spellings that mean the same: what
  /// is saved is found by it.
  fileprivate init(server text: String) throws(ValueError) {
    if let file = URL(written: text), file.scheme?.lowercased() == "file", file.path.count > 1 {
      self.init(filePath: "/" + file.path.split(separator: "/").joined(separator: "/"))
      return
    }
    guard let url = URL(written: text), let scheme = url.scheme?.lowercased(), ["http", "https"].contains(scheme),
      let host = url.host(), !host.isEmpty, (1...65_535).contains(url.port ?? 80)
    else {
      let guess = URL(string: "https://" + text).flatMap {
        text.contains("://") || text.hasPrefix("@") || text.contains(" ") ? nil : $0
      }
      let hint = guess?.likelyScheme.map { "; did you mean \($0)://\(text.excerpt)?" } ?? ""
      throw ValueError("needs an address such as http://localhost:8000, not \(text.excerpt)\(hint)")
    }
    guard url.fragment() == nil else {
      throw ValueError("needs an address without a fragment: \(text.excerpt)")
    }
    self = url
    guard let port = url.port, var parts = URLComponents(url: url, resolvingAgainstBaseURL: false) else { return }
    parts.port = port == (scheme == "https" ? 443 : 80) ? nil : port
    self = parts.url ?? url
  }

  /// The likely scheme of a server named without one: https for a host on the Internet at the usual port, http
  /// otherwise; nil without a host.
  private var likelyScheme: String? {
    guard let host = host(), !host.isEmpty else { return nil }
    let isPublic = host.contains(".") && host.contains(where: \.isLetter) && !host.contains(":")
    return isPublic && (port ?? 443) == 443 ? "https" : "http"
  }
}

extension [String] {
  fileprivate var quoted: String { map { "\"\($0)\"" }.joined(separator: ", ") }
}

extension String {
  /// The first 199 characters and an ellipsis, for an error of one line.
  var excerpt: String { count > 200 ? prefix(199) + "…" : self }
}

extension Written {
  /// The value, for an error.
  fileprivate var inWords: String {
    switch self {
    case .given(let text): text.excerpt
    case .file(let json): json.inWords
    }
  }
}

extension JSON5 {
  /// The value, for an error.
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
}
