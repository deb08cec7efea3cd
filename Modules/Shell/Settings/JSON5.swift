/// A document of JSON5 (https://spec.json5.org), read for people who want to know where something stands: every value
/// and every key has its line. Foundation's decoder reads JSON5 too, but tells no lines, and keeps one of two equal keys.
public struct JSON5: Equatable, Sendable {
  /// What a value is.
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
    /// The key, its escapes resolved.
    public var key: String
    /// The line that the key stands in, from 1.
    public var line: Int
    /// The value.
    public var value: JSON5

    public init(key: String, line: Int, value: JSON5) { (self.key, self.line, self.value) = (key, line, value) }
  }

  /// Why a text is no JSON5.
  public struct Problem: Error, Equatable {
    /// The line of it, from 1.
    public var line: Int
    /// What was expected, and what is there instead; without a full stop. No character in it steers a terminal.
    public var message: String
  }

  /// What it is.
  public var content: Content
  /// The line that it begins in, from 1.
  public var line: Int

  public init(_ content: Content, line: Int) { (self.content, self.line) = (content, line) }

  /// How deep arrays and objects may be nested.
  public static let depthLimit = 100

  /// Reads a document, in UTF-8 with or without a byte order mark: `{ a: 1, /* two */ 'b': [0x10, .5,], }`.
  /// Members are in their order; equal keys are all there.
  /// - Returns: nil where there is nothing, or only comments.
  /// - Throws: `Problem`, the first one.
  public static func parse(_ bytes: some Sequence<UInt8>) throws(Problem) -> JSON5? {
    var parser = Parser(scalars: try scalars(of: bytes))
    return try parser.document()
  }

  private static func scalars(of bytes: some Sequence<UInt8>) throws(Problem) -> [Unicode.Scalar] {
    var (scalars, decoder, bytes, line) = ([Unicode.Scalar](), UTF8(), bytes.makeIterator(), 1)
    while true {
      switch decoder.decode(&bytes) {
      case .scalarValue(let scalar):
        if scalar == "\n" { line += 1 }
        scalars.append(scalar)
      case .emptyInput: return scalars
      case .error: throw Problem(line: line, message: "this is no text in UTF-8")
      }
    }
  }
}
