extension MarkedText.Mark {
  /// Returns the extents of all marks of this kind, by the index at which a mark begins. A mark contains the closed
  /// marks within it. No mark extends beyond a line that begins with another one of its kind.
  func extents(in bytes: [UInt8]) -> [Int: Extent] {
    let (opening, closing) = (opening, closing)
    var extents: [Int: Extent] = [:]
    var open: [Int] = []
    var index = 0
    while index < bytes.count {
      guard bytes[index] == opening || bytes[index] == closing else {
        index += 1
        continue
      }
      let run = bytes[index...].prefix { $0 == bytes[index] }
      // A single character is text, and so is the odd one in a run: `[[a [b]]]`.
      let marks = run.count / 2
      if bytes[index] == opening, marks > 0 {
        let before = bytes[..<index].last { $0 != UInt8(ascii: " ") }
        if before == nil || before == UInt8(ascii: "\n") { open = [] }
        open += repeatElement(index, count: marks)
      } else if marks > 0, let outermost = open.first {
        // A mark that is not closed itself ends at the first closing characters after it.
        let closed = open.suffix(marks).first
        open.removeLast(min(marks, open.count))
        let extent = Extent(contentEnd: run.endIndex - 2, end: run.endIndex)
        if open.isEmpty || extents[outermost] == nil { extents[outermost] = extent }
        if let closed, extents[closed] == nil { extents[closed] = extent }
      }
      index = run.endIndex
    }
    return extents
  }

  /// The end of a mark's content, and the end of the mark.
  struct Extent {
    var contentEnd: Int
    var end: Int
  }
}
