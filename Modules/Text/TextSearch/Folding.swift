/// The differences between characters that a search ignores.
struct Folding: Hashable, Sendable {
  var ignoresCase: Bool
  var ignoresAccents: Bool

  static let everything = Self(ignoresCase: true, ignoresAccents: true)

  /// Calls `body` with each scalar of the simplest form of a scalar.
  @inline(__always)
  static func decompose(_ scalar: Unicode.Scalar, _ body: (Unicode.Scalar) -> Void) {
    decompositions.forEach(for: scalar, body)
  }

  /// Calls `body` with each scalar that remains of a scalar in simplest form when the differences are ignored.
  @inline(__always)
  func fold(_ scalar: Unicode.Scalar, _ body: (Unicode.Scalar) -> Void) {
    guard ignoresAccents else { return foldCase(of: scalar, body) }
    accents.forEach(for: scalar) { foldCase(of: $0, body) }
  }

  @inline(__always)
  private func foldCase(of scalar: Unicode.Scalar, _ body: (Unicode.Scalar) -> Void) {
    guard ignoresCase else { return body(scalar) }
    if scalar.isASCII { return body(scalar.lowercasedASCII) }
    lowercase.forEach(for: scalar, body)
  }

  /// Whether a scalar in simplest form is an accent on the one before it.
  static func isAccent(_ scalar: Unicode.Scalar) -> Bool { accents.removes(scalar) }

  /// Returns the letter that a base and a mark form, such as `й` or `が`; nil if they do not form another letter.
  static func composition(of base: Unicode.Scalar, _ mark: Unicode.Scalar) -> Unicode.Scalar? {
    compositions[Pair(base: base, mark: mark)]
  }
}

extension Unicode.Scalar {
  /// The scalar in lower case, if it is ASCII.
  @inline(__always) var lowercasedASCII: Self { "A"..."Z" ~= self ? Self(UInt8(value | 0x20)) : self }
}

private struct Pair: Hashable {
  var base: Unicode.Scalar
  var mark: Unicode.Scalar
}

// Decoded on first use, when a text is not ASCII.
private let decompositions = ScalarMap(decompositionTable)
private let accents = ScalarMap(accentTable)
private let lowercase = ScalarMap(lowercaseTable)
private let compositions: [Pair: Unicode.Scalar] = {
  var compositions: [Pair: Unicode.Scalar] = [:]
  ScalarMap.decode(compositionTable) { compositions[Pair(base: $1[0], mark: $1[1])] = $0 }
  return compositions
}()
