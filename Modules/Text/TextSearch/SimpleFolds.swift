/// A cache of the folded forms of characters, for those whose form does not depend on the characters around them. Each
/// is computed when first needed.
struct SimpleFolds {
  private let folding: Folding
  /// The index of the page of 256 folds for each 256 scalars. Page 0 serves scalars that were never needed.
  private var pages = [UInt16](repeating: 0, count: 0x11_0000 >> 8)
  private var folds = [Fold](repeating: .unknown, count: 256)

  /// A folded form in UTF-8, with the first byte lowest.
  struct Fold: Equatable {
    var bytes: UInt64
    var count: Int

    fileprivate static let unknown = Self(bytes: 0, count: -1)
    /// A form that depends on the characters around it, or is longer than seven bytes.
    fileprivate static let other = Self(bytes: 0, count: -2)
  }

  init(_ folding: Folding) { self.folding = folding }

  /// Returns the fold of a scalar; nil if it is not computed yet or depends on the characters around it.
  @inline(__always)
  subscript(scalar: Unicode.Scalar) -> Fold? {
    let fold = folds[cell(of: scalar)]
    return fold.count < 0 ? nil : fold
  }

  /// Computes the fold of a scalar. Returns false if it was computed before.
  mutating func learn(_ scalar: Unicode.Scalar) -> Bool {
    let page = Int(scalar.value >> 8)
    if pages[page] == 0 {
      pages[page] = UInt16(folds.count >> 8)
      folds += repeatElement(.unknown, count: 256)
    }
    guard folds[cell(of: scalar)] == .unknown else { return false }
    folds[cell(of: scalar)] = Fold(scalar, folding)
    return true
  }

  @inline(__always)
  private func cell(of scalar: Unicode.Scalar) -> Int {
    Int(pages[Int(scalar.value >> 8)]) << 8 | Int(scalar.value & 0xFF)
  }
}

extension SimpleFolds.Fold {
  fileprivate init(_ scalar: Unicode.Scalar, _ folding: Folding) {
    var bytes = UInt64(0)
    var count = 0
    var isSimple = true
    var base: Unicode.Scalar?
    Folding.decompose(scalar) { simple in
      if simple.mayCompose, base.map({ Folding.composition(of: $0, simple) != nil }) ?? true { isSimple = false }
      folding.fold(simple) { folded in
        if folded.combiningClass > 0 || folded.mayEndSyllable { isSimple = false }
        for byte in folded.utf8 where count < 8 {
          bytes |= UInt64(byte) << UInt64(8 * count)
          count += 1
        }
        base = folded
      }
    }
    self = isSimple && count < 8 ? Self(bytes: bytes, count: count) : .other
  }
}
