/// A map from scalars to replacements of no, one or several scalars. Each look-up takes constant time.
struct ScalarMap: Sendable {
  /// The index of the page of 256 cells for each 256 scalars. Page 0 is empty and serves scalars that are not in the
  /// map.
  private var pages = [UInt16](repeating: 0, count: 0x11_0000 >> 8)
  /// The number of each scalar's replacement, from 1; 0 for a scalar that is not in the map. Replacement `n` ends at
  /// `ends[n]`.
  private var cells = [UInt16](repeating: 0, count: 256)
  private var ends: [UInt16] = [0]
  private var replacements: [Unicode.Scalar] = []

  /// Creates a map from a table that `.tools/folds.py` wrote.
  init(_ table: StaticString) {
    Self.decode(table) { add($0, $1) }
  }

  private mutating func add(_ scalar: Unicode.Scalar, _ replacement: [Unicode.Scalar]) {
    let page = Int(scalar.value >> 8)
    if pages[page] == 0 {
      pages[page] = UInt16(cells.count >> 8)
      cells += repeatElement(0, count: 256)
    }
    cells[cell(of: scalar)] = UInt16(ends.count)
    replacements += replacement
    ends.append(UInt16(replacements.count))
  }

  @inline(__always)
  private func cell(of scalar: Unicode.Scalar) -> Int {
    Int(pages[Int(scalar.value >> 8)]) << 8 | Int(scalar.value & 0xFF)
  }

  /// Calls `body` with each scalar of the replacement, or with the scalar itself if it has none.
  @inline(__always)
  func forEach(for scalar: Unicode.Scalar, _ body: (Unicode.Scalar) -> Void) {
    let number = Int(cells[cell(of: scalar)])
    if number == 0 { return body(scalar) }
    for index in ends[number - 1]..<ends[number] { body(replacements[Int(index)]) }
  }

  /// Whether the replacement of the scalar is empty.
  func removes(_ scalar: Unicode.Scalar) -> Bool {
    let number = Int(cells[cell(of: scalar)])
    return number > 0 && ends[number - 1] == ends[number]
  }
}

extension ScalarMap {
  /// Calls `body` with each scalar of a table and its replacement. The function `encoded` in `.tools/folds.py`
  /// documents the records. A number has five bits in each character from `0` on, lowest first.
  static func decode(_ table: StaticString, _ body: (Unicode.Scalar, [Unicode.Scalar]) -> Void) {
    table.withUTF8Buffer { bytes in
      var bytes = bytes.makeIterator()
      var key = 0
      var last = [Int](repeating: 0, count: 32)
      while let distance = bytes.nextNumber(), let head = bytes.nextNumber() {
        let length = head % 2 == 1 ? bytes.nextNumber() ?? 0 : 1
        key += distance
        for position in 0..<head / 2 { last[position] += bytes.nextNumber().map(signed) ?? 0 }
        for step in 0..<length {
          if step > 0 { last[0] += 1 }
          guard let scalar = Unicode.Scalar(UInt32(key)) else { return }
          body(scalar, last[..<(head / 2)].compactMap { Unicode.Scalar(UInt32($0)) })
          key += 1
        }
      }
    }
  }

  private static func signed(_ number: Int) -> Int { number % 2 == 0 ? number / 2 : -(number + 1) / 2 }
}

extension UnsafeBufferPointer<UInt8>.Iterator {
  fileprivate mutating func nextNumber() -> Int? {
    var number = 0
    var shift = 0
    while let byte = next() {
      let digit = Int(byte) - 0x30
      number |= (digit & 31) << shift
      if digit < 32 { return number }
      shift += 5
    }
    return nil
  }
}
