import Foundation
import TestSupport
import Testing
import TextSearch

/// Tests of properties that folding has for every text.
struct FoldedPropertyTests {
  @Test func `every character folds like its NFC and NFD forms, and folding is idempotent`() {
    for value in UInt32(0)..<0x11_0000 {
      guard let scalar = Unicode.Scalar(value), scalar.isInTable else { continue }
      let text = String(scalar)
      let folded = TextSearch.folded(text)
      if !isSame(TextSearch.folded(text.decomposedStringWithCanonicalMapping), folded)
        || !isSame(TextSearch.folded(text.precomposedStringWithCanonicalMapping), folded)
        || !isSame(TextSearch.folded(folded), folded)
      {
        Issue.record("U+\(String(value, radix: 16)) \(text)")
      }
    }
  }

  @Test func `every capital letter folds like its lowercase form`() {
    for value in UInt32(0)..<0x11_0000 {
      guard let scalar = Unicode.Scalar(value), scalar.isInTable, scalar.properties.isUppercase else { continue }
      let capital = String(scalar)
      let small = scalar.properties.lowercaseMapping
      #expect(scalars(TextSearch.folded(capital)) == scalars(TextSearch.folded(small)), "\(capital) \(small)")
    }
  }

  @Test(arguments: 0..<10)
  func `canonically equivalent texts fold to the same, and folding is idempotent`(seed: UInt64) {
    var random = RandomText(seed: seed)
    for _ in 0..<500 {
      let text = random.text()
      let folded = TextSearch.folded(text)
      let others = [
        ("folded", folded), ("NFD", text.decomposedStringWithCanonicalMapping),
        ("NFC", text.precomposedStringWithCanonicalMapping),
      ]
      for (name, other) in others where !isSame(TextSearch.folded(other), folded) {
        Issue.record("\(name) of \(scalars(text)) is \(scalars(TextSearch.folded(other))), not \(scalars(folded))")
      }
    }
  }
}

extension Unicode.Scalar {
  /// Whether the Unicode version of the tables includes the scalar.
  fileprivate var isInTable: Bool { properties.age.map { $0.major <= 14 } ?? false }
}
