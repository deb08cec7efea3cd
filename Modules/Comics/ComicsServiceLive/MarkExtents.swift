extension MarkedText.Mark {
  /// Where the content and the whole of each mark of this kind end, by where the mark begins. Marks within a mark belong
  /// to it, if they are closed; no mark reaches beyond a line that begins with another of its kind.
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
      // A single one is text, and so is the odd one in a run: `[[a [b]]]`.
      let marks = run.count / 2
      if bytes[index] == opening, marks > 0 {
        let before = bytes[..<index].last { $0 != UInt8(ascii: " ") }
        if before == nil || before == UInt8(ascii: "\n") { open = [] }
        open += repeatElement(index, count: marks)
      } else if marks > 0, let outermost = open.first {
        // The first end there is will do, unless the mark's own comes.
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

  /// Where a mark's content and the mark end.
  struct Extent {
    var contentEnd: Int
    var end: Int
  }
}
