extension DatabaseValue {
  /// A text, or nothing.
  public static func text(_ text: String?) -> Self { text.map { .text($0) } ?? .null }

  /// A number with decimals, or nothing.
  public static func real(_ number: Double?) -> Self { number.map { .real($0) } ?? .null }
}
