/// Which differences between characters are ignored.
struct Folding: Hashable, Sendable {
  var ignoresCase: Bool
  var ignoresAccents: Bool

  static let everything = Self(ignoresCase: true, ignoresAccents: true)

  /// Calls `body` with the scalars of the simplest form of one.
  @inline(__always)
  static func decompose(_ scalar: Unicode.Scalar, _ body: (Unicode.Scalar) -> Void) {
    decompositions.forEach(for: scalar, body)
  }

  /// Calls `body` with what one scalar of a simplest form is when these differences are ignored.
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

  /// Whether the scalar of a simplest form is an accent on what stands before it.
  static func isAccent(_ scalar: Unicode.Scalar) -> Bool { accents.removes(scalar) }

  /// The letter of its own that a base and a mark are together: `й`, `が`.
  static func composition(of base: Unicode.Scalar, _ mark: Unicode.Scalar) -> Unicode.Scalar? {
    compositions[Pair(base: base, mark: mark)]
  }
}

extension Unicode.Scalar {
  /// This in lower case, if it is ASCII.
  @inline(__always) var lowercasedASCII: Self { "A"..."Z" ~= self ? Self(UInt8(value | 0x20)) : self }
}

private struct Pair: Hashable {
  var base: Unicode.Scalar
  var mark: Unicode.Scalar
}

// Decoded when the first text comes that is not ASCII.
private let decompositions = ScalarMap(decompositionTable)
private let accents = ScalarMap(accentTable)
private let lowercase = ScalarMap(lowercaseTable)
private let compositions: [Pair: Unicode.Scalar] = {
  var compositions: [Pair: Unicode.Scalar] = [:]
  ScalarMap.decode(compositionTable) { compositions[Pair(base: $1[0], mark: $1[1])] = $0 }
  return compositions
}()
