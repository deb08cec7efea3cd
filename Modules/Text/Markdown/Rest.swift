/// What is left of a line once the marks before it are taken away.
struct Rest {
  private var bytes: Substring.UTF8View
  /// Columns of a tab of which others were taken away.
  private var columns = 0

  init(_ line: Substring.UTF8View) { bytes = line }

  /// The line, with its indentation.
  var text: Substring {
    columns == 0 ? Substring(bytes) : Substring(String(repeating: " ", count: columns) + String(Substring(bytes)))
  }

  private var content: Substring.UTF8View { bytes.drop { $0 == 0x20 || $0 == 0x09 } }

  var isBlank: Bool { content.isEmpty }

  /// In columns, tabs being four apart.
  var indentation: Int {
    bytes.prefix { $0 == 0x20 || $0 == 0x09 }.reduce(columns) { $1 == 0x20 ? $0 + 1 : ($0 / 4 + 1) * 4 }
  }

  /// Takes so much of the indentation away, or all of it.
  mutating func drop(columns wanted: Int) {
    while columns < wanted, let first = bytes.first, first == 0x20 || first == 0x09 {
      columns = first == 0x20 ? columns + 1 : (columns / 4 + 1) * 4
      bytes = bytes.dropFirst()
    }
    columns = max(0, columns - wanted)
  }

  /// Takes `>` and the space behind it away, if the line begins so.
  mutating func dropQuotationMark() -> Bool {
    guard indentation < 4, content.first == UInt8(ascii: ">") else { return false }
    bytes = content.dropFirst()
    columns = 0
    drop(columns: 1)
    return true
  }

  /// Takes the mark of an item away, if the line begins with one and there is something behind it.
  /// - Parameter mayInterrupt: whether any number may begin a list; where not, only 1 does.
  /// - Returns: the number as it is written, nil for a bullet; and how far the lines of the item are indented.
  mutating func dropMarker(mayInterrupt: Bool) -> (marker: String?, indentation: Int)? {
    let line = content
    let digits = line.prefix(4).prefix { (0x30...0x39).contains($0) }
    let mark: Substring.UTF8View
    if digits.isEmpty {
      guard let first = line.first, "-*+".utf8.contains(first) else { return nil }
      mark = line.prefix(1)
    } else {
      mark = line.prefix(digits.count + 1)
      guard digits.count < 4, let last = mark.last, last == 0x2E || last == 0x29, mark.count > digits.count,
        mayInterrupt || Substring(digits) == "1"
      else { return nil }
    }
    let behind = line.dropFirst(mark.count)
    guard let next = behind.first, next == 0x20 || next == 0x09, behind.contains(where: { $0 != 0x20 && $0 != 0x09 })
    else { return nil }
    let before = indentation
    columns = 0
    let gap: Int
    if next == 0x09 {
      (bytes, gap) = (behind.dropFirst(), 4 - (before + mark.count) % 4)
    } else {
      bytes = behind
      // More than four spaces behind the mark belong to the text.
      gap = indentation < 5 ? indentation : 1
      drop(columns: gap)
    }
    return (digits.isEmpty ? nil : String(Substring(mark)), before + mark.count + gap)
  }

  /// `# Title`
  var heading: (level: Int, title: Substring)? {
    guard indentation < 4 else { return nil }
    let marks = content.prefix(7).prefix { $0 == UInt8(ascii: "#") }
    let title = content.dropFirst(marks.count)
    guard (1...6).contains(marks.count), let next = title.first, next == 0x20 || next == 0x09 else { return nil }
    let text = Substring(title).trimmingSpaces
    // Marks behind it close it.
    let open = text.utf8.reversed().drop { $0 == UInt8(ascii: "#") }
    let isClosed = open.count < text.utf8.count && (open.first.map { $0 == 0x20 } ?? true)
    let closed = isClosed ? Substring(text.utf8.prefix(open.count)).trimmingSpaces : text
    return closed.isEmpty ? nil : (marks.count, closed)
  }

  /// The level of the heading that the line above is, if this underlines it.
  var underlineLevel: Int? {
    guard indentation < 4 else { return nil }
    let line = Substring(content).trimmingSpaces.utf8
    guard line.count >= 3, let first = line.first, first == UInt8(ascii: "=") || first == UInt8(ascii: "-"),
      line.allSatisfy({ $0 == first })
    else { return nil }
    return first == UInt8(ascii: "=") ? 1 : 2
  }

  /// Whether it is a line across: three or more of the same mark, and nothing but spaces between.
  var isRule: Bool {
    guard indentation < 4, let mark = content.first, "-*_".utf8.contains(mark) else { return false }
    var count = 0
    for byte in content where byte != 0x20 && byte != 0x09 {
      guard byte == mark else { return false }
      count += 1
    }
    return count >= 3
  }

  /// What a fence around code is made of.
  var fence: (mark: UInt8, length: Int)? {
    guard indentation < 4, let mark = content.first, mark == UInt8(ascii: "`") || mark == UInt8(ascii: "~") else {
      return nil
    }
    let fence = content.prefix { $0 == mark }
    // Backticks behind backticks are code within a line.
    guard fence.count >= 3, mark != UInt8(ascii: "`") || !content.dropFirst(fence.count).contains(mark) else {
      return nil
    }
    return (mark, fence.count)
  }

  /// Whether a fence has nothing behind it, so that it can close.
  var isFenceAlone: Bool {
    guard let mark = content.first else { return false }
    return content.drop { $0 == mark }.allSatisfy { $0 == 0x20 || $0 == 0x09 }
  }
}

extension Substring {
  /// Without spaces and tabs at either end.
  var trimmingSpaces: Substring {
    let start = utf8.drop { $0 == 0x20 || $0 == 0x09 }
    let count = start.reversed().drop { $0 == 0x20 || $0 == 0x09 }.count
    return Substring(start.prefix(count))
  }
}
