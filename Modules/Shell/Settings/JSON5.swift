/// A document of JSON5 (https://spec.json5.org) with the line of every value and key, for error messages. Foundation's
/// decoder also reads JSON5, but has no line numbers and drops one of two equal keys.
public struct JSON5: Equatable, Sendable {
  /// The content of a value.
  public enum Content: Equatable, Sendable {
    /// `null`
    case null
    /// `true` or `false`
    case boolean(Bool)
    /// `2.5`; `Infinity` and `NaN`, too.
    case number(Double)
    /// `"text"` or `'text'`
    case text(String)
    /// `[…]`
    case array([JSON5])
    /// `{…}`
    case object([Member])
  }

  /// A key of an object, and its value.
  public struct Member: Equatable, Sendable {
    /// The key, with its escapes resolved.
    public var key: String
    /// The line of the key, from 1.
    public var line: Int
    /// The value.
    public var value: JSON5

    public init(key: String, line: Int, value: JSON5) {
      self.key = key
      self.line = line
      self.value = value
    }
  }

  /// The reason why a text is not JSON5.
  public struct Problem: Error, Equatable {
    /// The line of the error, from 1.
    public var line: Int
    /// The expected and the found text, without a full stop. It contains no control characters.
    public var message: String
  }

  /// The content of the value.
  public var content: Content
  /// The line at which the value begins, from 1.
  public var line: Int

  public init(_ content: Content, line: Int) {
    self.content = content
    self.line = line
  }

  /// The deepest nesting of arrays and objects.
  public static let depthLimit = 100

  /// Parses a document in UTF-8, with or without a byte order mark: `{ a: 1, /* two */ 'b': [0x10, .5,], }`. The
  /// members of an object stay in order, and equal keys stay.
  /// - Returns: The value, or nil for a document that is empty or has only comments.
  /// - Throws: `Problem` for the first error.
  public static func parse(_ bytes: some Sequence<UInt8>) throws(Problem) -> JSON5? {
    var parser = Parser(scalars: try scalars(of: bytes))
    return try parser.document()
  }

  private static func scalars(of bytes: some Sequence<UInt8>) throws(Problem) -> [Unicode.Scalar] {
    let bytes = Array(bytes)
    if let text = String(validating: bytes, as: UTF8.self) { return Array(text.unicodeScalars) }
    // A line feed is never a part of another character.
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    let valid = lines.prefix { String(validating: $0, as: UTF8.self) != nil }
    throw Problem(line: valid.count + 1, message: "this is not UTF-8 text")
  }
}
