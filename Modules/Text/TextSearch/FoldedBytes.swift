/// The UTF-8 of a folded text, made piece by piece from the text's UTF-8. One value serves for searching many texts,
/// because it reuses its buffer.
///
/// The result equals that of `FoldedText`, unless a character changes the one before it. That is rare, and left to
/// `FoldedText`.
struct FoldedBytes {
  /// Whether all of the text could be folded this way so far.
  private(set) var isWhole = true
  private let folding: Folding
  private var folds: SimpleFolds
  /// The first `count` bytes are the folded text.
  private var buffer: [UInt8] = []
  private var count = 0
  /// The end of the last base, and the combining class of the last mark on it.
  private var baseEnd = 0
  private var markClass: UInt8 = 0

  init(_ folding: Folding) {
    self.folding = folding
    folds = SimpleFolds(folding)
  }

  func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    buffer.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[..<count])) }
  }

  /// Begins another text.
  mutating func removeAll() {
    isWhole = true
    count = 0
    baseEnd = 0
    markClass = 0
  }

  /// Adds the next part of the text. It must consist of whole characters, as in SQLite and Swift strings.
  mutating func append(_ text: UnsafeBufferPointer<UInt8>) {
    var index = 0
    while isWhole, index < text.count {
      let next = appendSimple(text, from: index)
      if next > index {
        index = next
        continue
      }
      guard let (scalar, length) = text.scalar(at: index) else {
        isWhole = false
        return
      }
      if folds.learn(scalar) { continue }
      append(scalar)
      index += length
    }
  }

  mutating func appendLineEnd() {
    makeRoom(for: 1)
    buffer[count] = 0x0A
    count += 1
    baseEnd = count
    markClass = 0
  }

  /// Adds characters that are folded independently, up to the first one that is not or that is not known yet. Returns
  /// the index after them.
  private mutating func appendSimple(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    let end = min(text.count, start + 16_384)
    makeRoom(for: end - start + 8)
    let folds = folds
    let ignoresCase = folding.ignoresCase
    var index = start
    var count = count
    var baseEnd = baseEnd
    buffer.withUnsafeMutableBytes { buffer in
      while index < end {
        if index + 8 <= end, case let eight = text.eightBytes(at: index), eight.isASCII {
          let folded = ignoresCase ? eight.lowercasedASCII : eight
          buffer.storeBytes(of: folded.littleEndian, toByteOffset: count, as: UInt64.self)
          index = index + 8
          count = count + 8
          baseEnd = count
        } else if text[index] < 0x80 {
          buffer[count] = ignoresCase ? lowercased(text[index]) : text[index]
          index = index + 1
          count = count + 1
          baseEnd = count
        } else {
          guard let (scalar, length) = text.scalar(at: index), let fold = folds[scalar] else { return }
          buffer.storeBytes(of: fold.bytes.littleEndian, toByteOffset: count, as: UInt64.self)
          index = index + length
          count = count + fold.count
          if fold.count > 0 { baseEnd = count }
        }
      }
    }
    if baseEnd > self.baseEnd { markClass = 0 }
    self.count = count
    self.baseEnd = baseEnd
    return index
  }

  private mutating func append(_ scalar: Unicode.Scalar) {
    Folding.decompose(scalar) { simple in
      if simple.mayCompose, let base, Folding.composition(of: base, simple) != nil { isWhole = false }
      folding.fold(simple) { folded in
        let next = folded.combiningClass
        if folded.mayEndSyllable || next > 0 && next < markClass { isWhole = false }
        markClass = next
        makeRoom(for: 1)
        for byte in folded.utf8 {
          buffer[count] = byte
          count += 1
        }
        if next == 0 { baseEnd = count }
      }
    }
  }

  private var base: Unicode.Scalar? {
    buffer.withUnsafeBufferPointer { buffer in
      var start = baseEnd - 1
      while start > 0, buffer[start] & 0xC0 == 0x80 { start -= 1 }
      return start < 0 ? nil : buffer[start] < 0x80 ? Unicode.Scalar(buffer[start]) : buffer.scalar(at: start)?.scalar
    }
  }

  /// Ensures room for the folded form of `byteCount` bytes. Each character writes eight bytes at once, of which it may
  /// use fewer.
  private mutating func makeRoom(for byteCount: Int) {
    let needed = count + 4 * byteCount + 8
    if buffer.count < needed { buffer += repeatElement(0, count: needed) }
  }
}
