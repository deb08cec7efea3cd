import Terminal

/// An incomplete UTF-8 sequence (RFC 3629). An ill-formed one ends where Unicode recommends.
struct PartialCharacter {
  let modifiers: Key.Modifiers
  private var bytes: [UInt8]

  /// - Parameter first: The first byte; nil is returned unless it starts a sequence of several bytes.
  init?(first: UInt8, modifiers: Key.Modifiers) {
    guard (0xC2...0xF4).contains(first) else { return nil }
    self.modifiers = modifiers
    bytes = [first]
  }

  mutating func take(_ byte: UInt8) -> Step<Unicode.Scalar> {
    bytes.append(byte)
    var parser = UTF8.ForwardParser()
    var rest = bytes.makeIterator()
    return switch parser.parseScalar(from: &rest) {
    case .valid(let character): .done(UTF8.decode(character))
    case .error(let length): length < bytes.count ? .broken : .more
    case .emptyInput: .more
    }
  }
}
