/// A parser of the dates that people and programs write.
public enum DateText {
  /// Returns the date in a text, in one of the forms that feeds use: RFC 822 with the usual mistakes, RFC 3339, W3C-DTF,
  /// asctime and similar ones, and Unix time in ten digits or, in milliseconds, thirteen. The default zone is UTC, the
  /// default time the start of the day.
  /// - Returns: Nil if there is no date.
  public static func date(in text: String) -> Date? {
    guard text.utf8.count <= 128 else { return nil }
    // Nearly all dates are exact, and reading those takes a fraction of the time.
    if let date = exactDate(text) { return date }
    // Some dates are typeset, with no-break spaces and minus signs.
    var plain = String(text.map { $0.isWhitespace ? " " : $0 == "−" ? "-" : $0 }).trimmed.lowercased()
    let digits = plain.utf8.prefix(while: isDigit).count
    let isNumber = plain.utf8.allSatisfy { isDigit($0) || $0 == UInt8(ascii: ".") }
    if digits == 10 || digits == 13, isNumber, let number = Double(plain) {
      return Date(timeIntervalSince1970: digits == 10 ? number : number / 1_000)
    }
    return plain.withUTF8 { iso($0) ?? loose($0) }?.date
  }

  /// Returns the date of a text that is a date and nothing else: ISO 8601 with separators, a day or a day and a time, or
  /// RFC 822.
  public static func exactDate(_ text: String) -> Date? {
    guard text.utf8.count <= 64 else { return nil }
    var text = text.trimmed
    return text.withUTF8 { bytes in
      var scanner = DateScanner(bytes: bytes)
      var parts: Parts
      if let year = scanner.number(4...4) {
        guard scanner.skip("-"), let month = scanner.number(2...2), scanner.skip("-"), let day = scanner.number(2...2)
        else { return nil }
        parts = Parts(year: year, month: month, day: day)
        if scanner.isAtEnd { return parts.date }
        guard scanner.skip("t") || scanner.skipSpaces() else { return nil }
      } else {
        if !scanner.word().isEmpty { scanner.skipSpaces() }
        guard let day = scanner.number(1...2), scanner.skipSpaces(), let month = months[scanner.word()],
          scanner.skipSpaces(), let year = scanner.number(), year.digits == 2 || year.digits == 4, scanner.skipSpaces()
        else { return nil }
        parts = Parts(year: full(year), month: month, day: day)
      }
      guard scanner.isTime, time(&scanner, &parts), parts.seconds <= 86_400, zone(&scanner, &parts), scanner.isAtEnd
      else { return nil }
      return parts.date
    }
  }

  /// The components of a date.
  fileprivate struct Parts {
    var year: Int?
    var month: Int?
    var day: Int?
    var seconds = 0.0
    var hasTime = false
    /// The offset of the zone in seconds, positive east of Greenwich.
    var offset = 0
    /// Whether the offset was given as a number. The name of a zone beside it is ambiguous: CST is also China's.
    var hasNumericOffset = false

    var date: Date? {
      guard let year, let month, let day, let date = CalendarDate(year: year, month: month, day: day) else {
        return nil
      }
      return Date(timeIntervalSince1970: date.start.timeIntervalSince1970 - Double(offset) + seconds)
    }
  }

  // MARK: - Year first

  /// Parses RFC 3339 and ISO 8601 with and without separators: a year, a month, a day, and a time after `T` or spaces.
  private static func iso(_ bytes: UnsafeBufferPointer<UInt8>) -> Parts? {
    var scanner = DateScanner(bytes: bytes)
    guard let year = scanner.number(4...4) else { return nil }
    var parts = Parts(year: year, month: 1, day: 1)
    if let separator = scanner.peek, "-/.".unicodeScalars.contains(separator) {
      scanner.skip(separator)
      guard let month = scanner.number(1...2) else { return nil }
      parts.month = month
      if scanner.skip(separator) {
        guard let day = scanner.number(1...2) else { return nil }
        parts.day = day
      }
    } else if let month = scanner.number(2...2) {
      guard let day = scanner.number(2...2) else { return nil }
      parts.month = month
      parts.day = day
    }
    if scanner.isAtEnd { return parts }
    guard scanner.skip("t") || scanner.skipSpaces() else { return nil }
    scanner.skipSpaces()
    if scanner.isAtEnd { return parts }
    guard time(&scanner, &parts) else { return nil }
    zone(&scanner, &parts)
    return parts
  }

  /// Parses hours, minutes and seconds, with or without colons.
  private static func time(_ scanner: inout DateScanner, _ parts: inout Parts) -> Bool {
    guard let hour = scanner.number(1...2), hour <= 24 else { return false }
    var minute = 0
    var second = 0.0
    let hasColon = scanner.skip(":")
    if let number = scanner.number(1...2) {
      guard number < 60 else { return false }
      minute = number
      if !hasColon || scanner.skip(":"), let number = scanner.number(1...2) {
        guard number <= 60 else { return false }
        second = Double(number) + scanner.fraction()
      }
    } else if hasColon {
      return false
    }
    parts.seconds = Double(hour * 3_600 + minute * 60) + second
    parts.hasTime = true
    return true
  }

  /// Parses a zone as a number, a name, both, or none. Ignores the text after it.
  /// - Returns: Whether there is such a zone.
  @discardableResult private static func zone(_ scanner: inout DateScanner, _ parts: inout Parts) -> Bool {
    scanner.skipSpaces()
    let name = scanner.word()
    if name == "am" || name == "pm" {
      let hour = Int(parts.seconds) / 3_600
      if name == "pm", hour < 12 { parts.seconds += 43_200 }
      if name == "am", hour == 12 { parts.seconds -= 43_200 }
      return zone(&scanner, &parts)
    }
    let known = zones[name]
    if let known { parts.offset = Int(known * 3_600) }
    let isKnown = known != nil || name.isEmpty
    scanner.skipSpaces()
    guard let sign = scanner.peek, sign == "+" || sign == "-" else { return isKnown }
    scanner.skip(sign)
    scanner.skipSpaces()
    guard let number = scanner.number() else { return false }
    let hours = number.digits > 2 ? number.value / 100 : number.value
    var minutes = number.digits > 2 ? number.value % 100 : 0
    if scanner.skip(":"), let rest = scanner.number(1...2) { minutes = rest }
    parts.hasNumericOffset = true
    parts.offset = hours > 15 ? 0 : (sign == "-" ? -1 : 1) * (hours * 3_600 + minutes * 60)
    return isKnown && hours <= 15 && minutes < 60
  }

  // MARK: - In words

  /// Parses numbers and words in any plausible order: RFC 822 and 850, asctime, `January 2, 2006`, `1/2/2006`.
  private static func loose(_ bytes: UnsafeBufferPointer<UInt8>) -> Parts? {
    var parts = Parts()
    var scanner = DateScanner(bytes: bytes)
    var numbers: [DateScanner.Number] = []
    var isDayFirst = false
    while let character = scanner.peek {
      if ("0"..."9").contains(character) {
        if !parts.hasTime, scanner.isTime {
          guard time(&scanner, &parts) else { return nil }
          zone(&scanner, &parts)
          continue
        }
        guard let number = scanner.number() else { return nil }
        // In America, where the month comes first, no dots are written.
        if numbers.isEmpty, number.digits <= 2, scanner.peek == "." { isDayFirst = true }
        numbers.append(number)
        continue
      }
      let word = scanner.word { isLetter($0) || $0 >= 0x80 }
      // A month after a number overrides an earlier one, which was a weekday that begins like a month, such as "mar".
      if let month = month(word), parts.month == nil || numbers.count == 1 {
        parts.month = month
      } else if let offset = zones[word], parts.hasTime, !parts.hasNumericOffset {
        parts.offset = Int(offset * 3_600)
      } else if word.isEmpty {
        scanner.skip(character)
      }
    }
    return assign(numbers, isDayFirst, &parts) ? parts : nil
  }

  private static func assign(_ numbers: [DateScanner.Number], _ isDayFirst: Bool, _ parts: inout Parts) -> Bool {
    var numbers = numbers
    if let year = numbers.firstIndex(where: { $0.digits >= 3 || $0.value > 31 }) {
      parts.year = full(numbers.remove(at: year))
    }
    if parts.month == nil {
      // The month comes first, as in the United States, unless that number is above 12.
      guard numbers.count >= 2 else { return false }
      parts.month = numbers.remove(at: isDayFirst || numbers[0].value > 12 ? 1 : 0).value
    }
    guard !numbers.isEmpty else { return false }
    parts.day = numbers.removeFirst().value
    if parts.year == nil, let year = numbers.first { parts.year = full(year) }
    return parts.year != nil
  }

  /// Returns the full year of a year that may be abbreviated (RFC 2822, 4.3).
  private static func full(_ year: DateScanner.Number) -> Int {
    if year.digits > 3 { return year.value }
    return year.value + (year.digits < 3 && year.value < 50 ? 2_000 : 1_900)
  }

  private static func month(_ word: String) -> Int? { months[String(word.prefix(4))] ?? months[String(word.prefix(3))] }

  /// The numbers of the months, by the first letters of their names in English, German, French, Spanish, Italian,
  /// Portuguese, Dutch, Danish, Norwegian, Swedish, Finnish, Polish, Czech (but for June and July, which begin alike),
  /// Hungarian, Romanian, Greek, Turkish, Russian and Ukrainian.
  private static let months: [String: Int] = {
    let names = [
      "jan jän gen ene janv sty tam led ian ιαν oca янв січ", "feb fév fev févr lut hel úno φεβ şub фев лют",
      "mar mär maa mrt mars märz már bře μαρ μάρ мар бер", "apr avr abr kwi huh dub ápr απρ nis апр кві",
      "may mai mag mei maj tou kvě máj μαϊ μαΐ μάι май мая тра", "jun jui giu juin cze kes jún iun ιου ιού haz июн чер",
      "jul lug juil lip hei júl iul ιουλ ιούλ tem июл лип", "aug aoû ago août aou sie elo srp αυγ αύγ ağu авг сер",
      "sep set wrz syy zář szep σεπ eyl сен вер", "oct okt ott out paź lok říj οκτ eki окт жов",
      "nov lis marr noi νοε νοέ kas ноя лис", "dec dez dic déc des gru jou pro δεκ ara дек гру",
    ]
    return names.enumerated().reduce(into: [:]) { table, month in
      for name in month.element.split(separator: " ") { table[String(name)] = month.offset + 1 }
    }
  }()

  /// The zones in hours east of Greenwich. Military letters are missing and count as UTC (RFC 2822, 4.3).
  private static let zones: [String: Double] = [
    "z": 0, "gmt": 0, "ut": 0, "utc": 0, "wet": 0, "west": 1, "bst": 1, "ist": 5.5, "cet": 1, "met": 1, "mez": 1,
    "cest": 2, "mest": 2, "mesz": 2, "eet": 2, "eest": 3, "msk": 3, "msd": 4, "trt": 3, "sast": 2, "est": -5, "edt": -4,
    "et": -5, "cst": -6, "cdt": -5, "ct": -6, "mst": -7, "mdt": -6, "mt": -7, "pst": -8, "pdt": -7, "pt": -8, "ast": -4,
    "adt": -3, "nst": -3.5, "ndt": -2.5, "akst": -9, "akdt": -8, "hst": -10, "jst": 9, "kst": 9, "hkt": 8, "sgt": 8,
    "awst": 8, "acst": 9.5, "acdt": 10.5, "aest": 10, "aedt": 11, "nzst": 12, "nzdt": 13, "brt": -3, "art": -3,
  ]
}

private func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

private func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

/// A scanner of the bytes of a date, which ignores the case of ASCII letters.
private struct DateScanner {
  typealias Number = (value: Int, digits: Int)

  let bytes: UnsafeBufferPointer<UInt8>
  var index = 0

  private var rest: Slice<UnsafeBufferPointer<UInt8>> { bytes[index...] }

  var isAtEnd: Bool { index == bytes.count }

  /// The next character, in lower case; nil at the end. A byte beyond ASCII counts as a character.
  var peek: Unicode.Scalar? {
    isAtEnd ? nil : Unicode.Scalar(isLetter(bytes[index]) ? bytes[index] | 0x20 : bytes[index])
  }

  /// Whether one or two digits and a colon follow.
  var isTime: Bool {
    let length = rest.prefix(while: isDigit).count
    return length <= 2 && rest.dropFirst(length).first == UInt8(ascii: ":")
  }

  @discardableResult mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard peek == character else { return false }
    index += 1
    return true
  }

  @discardableResult mutating func skipSpaces() -> Bool {
    !take { $0 == 0x20 || $0 == 0x2C || $0 == 0x09 || $0 == 0x0A }.isEmpty
  }

  /// Returns a number from the next digits, as many as the range allows; nil if there are too few.
  mutating func number(_ lengths: ClosedRange<Int>) -> Int? {
    let digits = rest.prefix(lengths.upperBound).prefix(while: isDigit)
    guard digits.count >= lengths.lowerBound else { return nil }
    index += digits.count
    return value(of: digits)
  }

  /// Returns the number that follows; nil if it has no or more than four digits.
  mutating func number() -> Number? {
    let digits = take(isDigit)
    guard (1...4).contains(digits.count) else { return nil }
    return (value(of: digits), digits.count)
  }

  private func value(of digits: Slice<UnsafeBufferPointer<UInt8>>) -> Int {
    digits.reduce(0) { 10 * $0 + Int($1 & 0xF) }
  }

  mutating func fraction() -> Double {
    guard let mark = peek, mark == "." || mark == ",", rest.dropFirst().first.map(isDigit) ?? false else { return 0 }
    index += 1
    return Double("0." + String(decoding: take(isDigit), as: UTF8.self)) ?? 0
  }

  /// Returns the letters that follow, in lower case; perhaps none.
  mutating func word(of isLetter: (UInt8) -> Bool = isLetter) -> String {
    String(decoding: take(isLetter), as: UTF8.self).lowercased()
  }

  private mutating func take(_ isTaken: (UInt8) -> Bool) -> Slice<UnsafeBufferPointer<UInt8>> {
    let taken = rest.prefix(while: isTaken)
    index += taken.count
    return taken
  }
}
