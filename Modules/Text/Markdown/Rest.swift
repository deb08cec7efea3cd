import Essentials

/// The rest of a line after the marks at its start.
struct Rest {
  private var bytes: Substring.UTF8View
  /// The columns that remain of a tab after a part of it was dropped.
  private var columns = 0

  init(_ line: Substring.UTF8View) { bytes = line }

  /// The rest of the line, with its indentation.
  var text: Substring {
    columns == 0 ? Substring(bytes) : Substring(String(repeating: " ", count: columns) + String(Substring(bytes)))
  }

  private var content: Substring.UTF8View { bytes.drop { $0 == 0x20 || $0 == 0x09 } }

  var isBlank: Bool { content.isEmpty }

  /// The indentation in columns, with tab stops every four columns.
  var indentation: Int {
    bytes.prefix { $0 == 0x20 || $0 == 0x09 }.reduce(columns) { $1 == 0x20 ? $0 + 1 : ($0 / 4 + 1) * 4 }
  }

  /// Drops up to `wanted` columns of the indentation.
  mutating func drop(columns wanted: Int) {
    while columns < wanted, let first = bytes.first, first == 0x20 || first == 0x09 {
      columns = first == 0x20 ? columns + 1 : (columns / 4 + 1) * 4
      bytes = bytes.dropFirst()
    }
    columns = max(0, columns - wanted)
  }

  /// Drops `>` and one space after it. Returns whether the line began with `>`.
  mutating func dropQuotationMark() -> Bool {
    guard indentation < 4, content.first == UInt8(ascii: ">") else { return false }
    bytes = content.dropFirst()
    columns = 0
    drop(columns: 1)
    return true
  }

  /// Drops the marker of a list item, if the line begins with one and more text follows.
  /// - Parameter allowsAnyNumber: Whether any number may begin a list; otherwise only 1 does.
  /// - Returns: The number as it is written, or nil for a bullet, and the indentation of the item's lines in columns;
  ///   nil if there is no marker.
  mutating func dropMarker(allowsAnyNumber: Bool) -> (marker: String?, indentation: Int)? {
    let line = content
    let digits = line.prefix(4).prefix { (0x30...0x39).contains($0) }
    let mark: Substring.UTF8View
    if digits.isEmpty {
      guard let first = line.first, "-*+".utf8.contains(first) else { return nil }
      mark = line.prefix(1)
    } else {
      mark = line.prefix(digits.count + 1)
      guard digits.count < 4, let last = mark.last, last == 0x2E || last == 0x29, mark.count > digits.count,
        allowsAnyNumber || Substring(digits) == "1"
      else { return nil }
    }
    let behind = line.dropFirst(mark.count)
    guard let next = behind.first, next == 0x20 || next == 0x09, behind.contains(where: { $0 != 0x20 && $0 != 0x09 })
    else { return nil }
    let before = indentation
    columns = 0
    let gap: Int
    if next == 0x09 {
      bytes = behind.dropFirst()
      gap = 4 - (before + mark.count) % 4
    } else {
      bytes = behind
      // If five or more spaces follow the marker, all but one belong to the text.
      gap = indentation < 5 ? indentation : 1
      drop(columns: gap)
    }
    return (digits.isEmpty ? nil : String(Substring(mark)), before + mark.count + gap)
  }

  /// The heading of a line such as `# Title`; nil if it is none.
  var heading: (level: Int, title: Substring)? {
    guard indentation < 4 else { return nil }
    let marks = content.prefix(7).prefix { $0 == UInt8(ascii: "#") }
    let title = content.dropFirst(marks.count)
    guard (1...6).contains(marks.count), let next = title.first, next == 0x20 || next == 0x09 else { return nil }
    let text = Substring(title).trimmingSpaces
    // Marks at the end are not part of the title.
    let open = text.utf8.reversed().drop { $0 == UInt8(ascii: "#") }
    let isClosed = open.count < text.utf8.count && (open.first.map { $0 == 0x20 } ?? true)
    let closed = isClosed ? Substring(text.utf8.prefix(open.count)).trimmingSpaces : text
    return closed.isEmpty ? nil : (marks.count, closed)
  }

  /// The level of the heading that the line above is if this line underlines it; nil if it does not.
  var underlineLevel: Int? {
    guard indentation < 4 else { return nil }
    let line = Substring(content).trimmingSpaces.utf8
    guard line.count >= 3, let first = line.first, first == UInt8(ascii: "=") || first == UInt8(ascii: "-"),
      line.allSatisfy({ $0 == first })
    else { return nil }
    return first == UInt8(ascii: "=") ? 1 : 2
  }

  /// Whether the line is a rule: three or more of the same mark, with only spaces between them.
  var isRule: Bool {
    guard indentation < 4, let mark = content.first, "-*_".utf8.contains(mark) else { return false }
    var count = 0
    for byte in content where byte != 0x20 && byte != 0x09 {
      guard byte == mark else { return false }
      count += 1
    }
    return count >= 3
  }

  /// The mark and length of a fence around code; nil if the line does not begin with one.
  var fence: (mark: UInt8, length: Int)? {
    guard indentation < 4, let mark = content.first, mark == UInt8(ascii: "`") || mark == UInt8(ascii: "~") else {
      return nil
    }
    let fence = content.prefix { $0 == mark }
    // Backticks with more backticks behind them are code within a line.
    guard fence.count >= 3, mark != UInt8(ascii: "`") || !content.dropFirst(fence.count).contains(mark) else {
      return nil
    }
    return (mark, fence.count)
  }

  /// Whether nothing follows the fence, so that it can end a code block.
  var isFenceAlone: Bool {
    guard let mark = content.first else { return false }
    return content.drop { $0 == mark }.allSatisfy { $0 == 0x20 || $0 == 0x09 }
  }
}

extension Substring {
  /// The text without spaces and tabs at either end.
  var trimmingSpaces: Substring { Substring(utf8.trimmed { $0 == 0x20 || $0 == 0x09 }) }
}
