/// The UTF-8 of a text when differences are ignored, made piece by piece from the text's UTF-8: for looking through many
/// texts, with room that is used again.
///
/// It is that of `FoldedText`, except where a character changes what stands before it. That is seldom, and left to
/// `FoldedText`.
struct FoldedBytes {
  private(set) var bytes: [UInt8] = []
  /// Whether it could be folded like this so far.
  private(set) var isWhole = true
  private let folding: Folding
  private var base: Unicode.Scalar?
  /// The class of the last mark on the base.
  private var markClass: UInt8 = 0

  init(_ folding: Folding) { self.folding = folding }

  /// Begins another text.
  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    (isWhole, base, markClass) = (true, nil, 0)
  }

  /// Adds what follows in the text: whole characters, as SQLite and Swift keep them.
  mutating func append(_ text: UnsafeBufferPointer<UInt8>) {
    var start = 0
    while isWhole, start < text.count {
      let end = text.endOfASCII(from: start)
      if end > start { appendASCII(UnsafeBufferPointer(rebasing: text[start..<end])) }
      start = end
      while start < text.count, text[start] >= 0x80 { start += 1 }
      if start > end { appendOthers(UnsafeBufferPointer(rebasing: text[end..<start])) }
    }
  }

  mutating func appendLineEnd() {
    bytes.append(0x0A)
    (base, markClass) = ("\n", 0)
  }

  private mutating func appendASCII(_ text: UnsafeBufferPointer<UInt8>) {
    let start = bytes.count
    bytes.append(contentsOf: text)
    if folding.ignoresCase {
      bytes.withUnsafeMutableBufferPointer { bytes in
        for index in start..<bytes.count { bytes[index] = lowercased(bytes[index]) }
      }
    }
    (base, markClass) = (bytes.last.map { Unicode.Scalar($0) }, 0)
  }

  private mutating func appendOthers(_ text: UnsafeBufferPointer<UInt8>) {
    var parser = Unicode.UTF8.ForwardParser()
    var iterator = text.makeIterator()
    while true {
      switch parser.parseScalar(from: &iterator) {
      case .valid(let scalar): append(Unicode.UTF8.decode(scalar))
      case .emptyInput: return
      case .error:
        isWhole = false
        return
      }
    }
  }

  private mutating func append(_ scalar: Unicode.Scalar) {
    Folding.decompose(scalar) { simple in
      if simple.mayCompose, let base, Folding.composition(of: base, simple) != nil { isWhole = false }
      folding.fold(simple) { folded in
        let next = folded.combiningClass
        if next == 0 { base = folded }
        if folded.mayEndSyllable || next > 0 && next < markClass { isWhole = false }
        markClass = next
        bytes.append(contentsOf: folded.utf8)
      }
    }
  }
}

/// A byte of ASCII in lower case, or the byte itself.
@inline(__always) func lowercased(_ byte: UInt8) -> UInt8 { isCapital(byte) ? byte | 0x20 : byte }

@inline(__always) func isCapital(_ byte: UInt8) -> Bool { byte &- 0x41 < 26 }

extension UnsafeBufferPointer<UInt8> {
  /// Where the first byte from a place on is that is not ASCII.
  fileprivate func endOfASCII(from start: Int) -> Int {
    var index = start
    while index + 8 <= count, eightBytes(at: index) & 0x8080_8080_8080_8080 == 0 { index += 8 }
    while index < count, self[index] < 0x80 { index += 1 }
    return index
  }

  /// Eight bytes as a number, the first of them the lowest.
  @inline(__always) func eightBytes(at index: Int) -> UInt64 {
    UInt64(littleEndian: UnsafeRawBufferPointer(self).loadUnaligned(fromByteOffset: index, as: UInt64.self))
  }
}
