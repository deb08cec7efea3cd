extension DatabaseValue {
  /// A text, or NULL.
  public static func text(_ text: String?) -> Self { text.map { .text($0) } ?? .null }

  /// A floating-point number, or NULL.
  public static func real(_ number: Double?) -> Self { number.map { .real($0) } ?? .null }
}
