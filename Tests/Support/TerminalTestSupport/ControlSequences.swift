import Terminal

extension VirtualScreen {
  /// Interprets a sequence after ESC.
  /// - Returns: The text after the sequence.
  mutating func control(_ rest: Substring.UnicodeScalarView) -> Substring.UnicodeScalarView {
    if let command = string(rest, after: "_G", end: "\u{1B}\\") {
      obeyGraphics(command)
      return rest.dropFirst(command.unicodeScalars.count + 4)
    }
    if let command = string(rest, after: "]1337;File=", end: "\u{07}") {
      obeyImage(command)
      return rest.dropFirst(command.unicodeScalars.count + 12)
    }
    guard rest.first == "[" else {
      complaints.append("ESC \(rest.first.map { String($0).debugDescription } ?? "at the end")")
      return rest.dropFirst()
    }
    let body = rest.dropFirst().prefix { (0x20...0x3F).contains($0.value) }
    guard let final = rest[body.endIndex...].first else {
      complaints.append("CSI without end")
      return rest[rest.endIndex...]
    }
    obey(String(Substring(body)), final: Character(final))
    return rest[body.endIndex...].dropFirst()
  }

  /// Returns the text between a beginning and an end; nil if they are not there.
  private func string(_ rest: Substring.UnicodeScalarView, after start: String, end: String) -> Substring? {
    let text = Substring(rest)
    guard text.unicodeScalars.starts(with: start.unicodeScalars) else { return nil }
    let body = text.unicodeScalars.dropFirst(start.unicodeScalars.count)
    let stop = body.firstIndex(of: end.unicodeScalars.first ?? " ")
    return stop.flatMap { body[$0...].starts(with: end.unicodeScalars) ? Substring(body[..<$0]) : nil }
  }

  private mutating func obey(_ body: String, final: Character) {
    let numbers = body.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) }
    let number = (numbers.first ?? nil) ?? 1
    switch (body, final) {
    case (_, "H"): cursor = (number - 1, ((numbers.count > 1 ? numbers[1] : nil) ?? 1) - 1)
    case (_, "G"): cursor.column = number - 1
    case ("", "K"): eraseToEndOfLine()
    case ("2", "J"):
      // As in kitty.
      shown = [:]
      cachedPictures = [:]
      cells = Array(repeating: Array(repeating: erased, count: size.width), count: size.height)
    case (_, "m"):
      let codes = body.split(separator: ";", omittingEmptySubsequences: false).map(String.init)
      style = ["", "0"].contains(codes.first) ? Array(codes.dropFirst()) : style + codes
    case ("", "r"): setRegion(0..<size.height)
    case (_, "r"): setRegion(number - 1..<((numbers.count > 1 ? numbers[1] : nil) ?? size.height))
    case (_, "M") where region.contains(cursor.row): scroll(cursor.row..<region.upperBound, up: number)
    case (_, "L") where region.contains(cursor.row): scroll(cursor.row..<region.upperBound, up: -number)
    case ("?25", "h"): isCursorVisible = true
    case ("?25", "l"): isCursorVisible = false
    case ("?2026", "h"): synchronization += 1
    case ("?2026", "l"): synchronization -= 1
    default: complaints.append("CSI \(body) \(final)")
    }
    if !(0..<max(size.height, 1)).contains(cursor.row) || !(0...size.width).contains(cursor.column) {
      complaints.append("outside: \(cursor)")
    }
  }

  private mutating func setRegion(_ rows: Range<Int>) {
    guard !rows.isEmpty, rows.lowerBound >= 0, rows.upperBound <= size.height else {
      return complaints.append("region \(rows)")
    }
    region = rows
    cursor = (0, 0)
  }

  private mutating func scroll(_ rows: Range<Int>, up lines: Int) {
    // Terminals differ in whether pictures scroll with the lines, so pictures in the region are removed.
    shown = shown.filter { !rows.overlaps($0.value.row..<$0.value.row + $0.value.height) }
    let before = cells
    for row in rows {
      cells[row] =
        rows.contains(row + lines) ? before[row + lines] : Array(repeating: erased, count: size.width)
    }
  }
}
