public import Essentials

/// A parser of the dates that people and programs write.
public enum DateText {
  /// Returns the date that a text in a place for dates means, as in feeds; nil if it has none: RFC 822 with the usual
  /// mistakes, RFC 3339, W3C-DTF, asctime and similar forms, and the time of Unix in ten digits or, in milliseconds,
  /// thirteen. Without a zone it is in UTC, without a time it is the start of the day.
  public static func date(in text: String) -> Date? {
    guard text.utf8.count <= 128 else { return nil }
    if let parts = usual(text) { return parts.date }
    var parts = Parts()
    // Some dates are set in type, with no-break spaces and minus signs.
    let plain = String(text.map { $0.isWhitespace ? " " : $0 == "−" ? "-" : $0 })
    let bytes = Array(plain.trimmed.lowercased().utf8)
    let digits = bytes.prefix(while: isDigit).count
    let isNumber = bytes.allSatisfy { isDigit($0) || $0 == UInt8(ascii: ".") }
    if digits == 10 || digits == 13, isNumber, let number = Double(String(decoding: bytes, as: UTF8.self)) {
      return Date(timeIntervalSince1970: digits == 10 ? number : number / 1_000)
    }
    guard !bytes.isEmpty, iso(bytes, &parts) || loose(bytes, &parts) else { return nil }
    return parts.date
  }

  /// Returns the date of a text that is a date and nothing else: ISO 8601 with separators, a day or a day and a time, or
  /// RFC 822.
  static func exactDate(_ text: String) -> Date? {
    guard text.utf8.count <= 64 else { return nil }
    var scanner = DateScanner(Array(text.trimmed.lowercased().utf8))
    var parts: Parts
    if let year = scanner.number(4...4) {
      let hyphen = UInt8(ascii: "-")
      guard scanner.skip(hyphen), let month = scanner.number(2...2), scanner.skip(hyphen),
        let day = scanner.number(2...2)
      else { return nil }
      parts = Parts(year: year, month: month, day: day)
      if scanner.isAtEnd { return parts.date }
      guard scanner.skip(UInt8(ascii: "t")) || scanner.skipSpaces() else { return nil }
    } else {
      if !scanner.word().isEmpty { scanner.skipSpaces() }
      guard let day = scanner.number(1...2), scanner.skipSpaces(), let month = months[scanner.word()],
        scanner.skipSpaces()
      else { return nil }
      let year = scanner.digits()
      guard year.count == 2 || year.count == 4, let number = Int(year), scanner.skipSpaces() else { return nil }
      parts = Parts(year: full((number, year.count)), month: month, day: day)
    }
    guard scanner.isTime, time(&scanner, &parts), parts.seconds <= 86_400, zone(&scanner, &parts), scanner.isAtEnd
    else { return nil }
    return parts.date
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

    var date: Date? {
      guard let year, let month, let day, let date = CalendarDate(year: year, month: month, day: day) else {
        return nil
      }
      return Date(timeIntervalSince1970: date.start.timeIntervalSince1970 - Double(offset) + seconds)
    }
  }

  // MARK: - As the standards have it

  /// Returns the date of a text that is exactly one of RFC 822 in English or of RFC 3339, as nearly all are; nil for
  /// others. It reads only the bytes, which takes a twentieth of the time.
  private static func usual(_ text: String) -> Parts? {
    var text = text
    return text.withUTF8 { bytes in
      guard bytes.count >= 16 else { return nil }
      var scanner = ByteScanner(bytes: bytes)
      var parts = Parts(hasTime: true)
      if bytes[4] == UInt8(ascii: "-") {
        guard let year = scanner.number(4), scanner.skip("-"), let month = scanner.number(2), scanner.skip("-"),
          let day = scanner.number(2), scanner.skip("T")
        else { return nil }
        parts.year = year
        parts.month = month
        parts.day = day
      } else {
        if bytes[3] == UInt8(ascii: ",") { guard scanner.letters(3) != nil, scanner.skip(", ") else { return nil } }
        let isShort = bytes[scanner.index + 1] == UInt8(ascii: " ")
        guard let day = scanner.number(isShort ? 1 : 2), scanner.skip(" "), let name = scanner.letters(3),
          let month = englishMonths.firstIndex(of: name), scanner.skip(" "), let year = scanner.number(4),
          scanner.skip(" ")
        else { return nil }
        parts.year = year
        parts.month = month + 1
        parts.day = day
      }
      guard let hour = scanner.number(2), hour <= 24, scanner.skip(":"), let minute = scanner.number(2), minute < 60,
        scanner.skip(":"), let second = scanner.number(2), second <= 60
      else { return nil }
      parts.seconds = Double(hour * 3_600 + minute * 60 + second)
      scanner.skip(" ")
      guard let offset = scanner.offset(), scanner.index == bytes.count else { return nil }
      parts.offset = offset
      return parts
    }
  }

  private static let englishMonths: [UInt32] = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ].map { $0.utf8.reduce(0) { $0 << 8 | UInt32($1) } }

  // MARK: - Year first

  /// Parses RFC 3339 and ISO 8601 with and without separators: a year, a month, a day, and a time after `T` or spaces.
  private static func iso(_ bytes: [UInt8], _ parts: inout Parts) -> Bool {
    var scanner = DateScanner(bytes)
    guard let year = scanner.number(4...4) else { return false }
    parts = Parts(year: year, month: 1, day: 1)
    let separator = scanner.peek.flatMap { "-/.".utf8.contains($0) ? $0 : nil }
    if let separator {
      scanner.skip(separator)
      guard let month = scanner.number(1...2) else { return false }
      parts.month = month
      if scanner.skip(separator) {
        guard let day = scanner.number(1...2) else { return false }
        parts.day = day
      }
    } else if let month = scanner.number(2...2) {
      guard let day = scanner.number(2...2) else { return false }
      parts.month = month
      parts.day = day
    }
    if scanner.isAtEnd { return true }
    guard scanner.skip(UInt8(ascii: "t")) || scanner.skipSpaces() else { return false }
    scanner.skipSpaces()
    if scanner.isAtEnd { return true }
    guard time(&scanner, &parts) else { return false }
    zone(&scanner, &parts)
    return true
  }

  /// Parses hours, minutes and seconds, with or without colons.
  private static func time(_ scanner: inout DateScanner, _ parts: inout Parts) -> Bool {
    guard let hour = scanner.number(1...2), hour <= 24 else { return false }
    var (minute, second) = (0, 0.0)
    let hasColon = scanner.skip(UInt8(ascii: ":"))
    if let number = scanner.number(1...2) {
      guard number < 60 else { return false }
      minute = number
      if !hasColon || scanner.skip(UInt8(ascii: ":")), let number = scanner.number(1...2) {
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
      meridiem(name, &parts)
      return zone(&scanner, &parts)
    }
    let known = zones[name]
    if let known { parts.offset = Int(known * 3_600) }
    let isKnown = known != nil || name.isEmpty
    scanner.skipSpaces()
    guard let sign = scanner.peek, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else { return isKnown }
    scanner.skip(sign)
    scanner.skipSpaces()
    let digits = scanner.digits()
    guard let number = Int(digits), digits.count <= 4 else { return false }
    var (hours, minutes) = digits.count > 2 ? (number / 100, number % 100) : (number, 0)
    if scanner.skip(UInt8(ascii: ":")), let rest = scanner.number(1...2) { minutes = rest }
    let isPlausible = hours <= 15 && minutes < 60
    if hours > 15 {
      hours = 0
      minutes = 0
    }
    parts.offset = (sign == UInt8(ascii: "-") ? -1 : 1) * (hours * 3_600 + minutes * 60)
    return isKnown && isPlausible
  }

  private static func meridiem(_ name: String, _ parts: inout Parts) {
    let hour = Int(parts.seconds) / 3_600
    if name == "pm", hour < 12 { parts.seconds += 43_200 }
    if name == "am", hour == 12 { parts.seconds -= 43_200 }
  }

  // MARK: - In words

  /// Parses numbers and words in any plausible order: RFC 822 and 850, asctime, `January 2, 2006`, `1/2/2006`.
  private static func loose(_ bytes: [UInt8], _ parts: inout Parts) -> Bool {
    parts = Parts()
    var scanner = DateScanner(bytes)
    var numbers: [(value: Int, digits: Int)] = []
    var isDayFirst = false
    while let byte = scanner.peek {
      if isDigit(byte) {
        if !parts.hasTime, scanner.isTime {
          guard time(&scanner, &parts) else { return false }
          zone(&scanner, &parts)
          continue
        }
        let digits = scanner.digits()
        guard digits.count <= 4, let number = Int(digits) else { return false }
        // In America, where the month comes first, no dots are written.
        if numbers.isEmpty, digits.count <= 2, scanner.peek == UInt8(ascii: ".") { isDayFirst = true }
        numbers.append((number, digits.count))
      } else if let word = scanner.letters() {
        // A month after a number overrides an earlier one, which was a weekday that begins like a month, such as "mar".
        if let month = month(word), parts.month == nil || numbers.count == 1 {
          parts.month = month
        } else if let offset = zones[word], parts.hasTime {
          parts.offset = Int(offset * 3_600)
        }
      } else {
        scanner.skip(byte)
      }
    }
    return assign(numbers, isDayFirst, &parts)
  }

  private static func assign(_ numbers: [(value: Int, digits: Int)], _ isDayFirst: Bool, _ parts: inout Parts) -> Bool {
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
  private static func full(_ year: (value: Int, digits: Int)) -> Int {
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

/// A reader of the usual dates.
private struct ByteScanner {
  let bytes: UnsafeBufferPointer<UInt8>
  var index = 0

  /// Returns a number of so many digits.
  mutating func number(_ count: Int) -> Int? {
    guard index + count <= bytes.count else { return nil }
    var number = 0
    for byte in bytes[index..<index + count] {
      guard isDigit(byte) else { return nil }
      number = 10 * number + Int(byte & 0xF)
    }
    index += count
    return number
  }

  /// Returns so many letters of ASCII, in lower case, as the bytes of a number.
  mutating func letters(_ count: Int) -> UInt32? {
    guard index + count <= bytes.count else { return nil }
    var letters: UInt32 = 0
    for byte in bytes[index..<index + count] {
      guard (0x61...0x7A).contains(byte | 0x20) else { return nil }
      letters = letters << 8 | UInt32(byte | 0x20)
    }
    index += count
    return letters
  }

  @discardableResult mutating func skip(_ text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    guard index + count <= bytes.count else { return false }
    for offset in 0..<count where bytes[index + offset] != text.utf8Start[offset] { return false }
    index += count
    return true
  }

  /// Returns the offset of a zone in seconds.
  mutating func offset() -> Int? {
    if skip("Z") || skip("GMT") || skip("UTC") { return 0 }
    let isWest = skip("-")
    guard isWest || skip("+"), let hours = number(2), hours <= 15 else { return nil }
    skip(":")
    guard let minutes = number(2) else { return nil }
    return (isWest ? -1 : 1) * (hours * 3_600 + minutes * 60)
  }
}

private struct DateScanner {
  private let bytes: [UInt8]
  private var index = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var isAtEnd: Bool { index == bytes.count }
  var peek: UInt8? { isAtEnd ? nil : bytes[index] }

  /// Whether one or two digits and a colon follow.
  var isTime: Bool {
    let length = bytes[index...].prefix(while: isDigit).count
    return length <= 2 && index + length < bytes.count && bytes[index + length] == UInt8(ascii: ":")
  }

  @discardableResult mutating func skip(_ byte: UInt8) -> Bool {
    guard peek == byte else { return false }
    index += 1
    return true
  }

  @discardableResult mutating func skipSpaces() -> Bool {
    let start = index
    while let byte = peek, byte == 0x20 || byte == 0x2C || byte == 0x09 || byte == 0x0A { index += 1 }
    return index > start
  }

  /// Returns a number from the next digits, as many as the range allows; nil if there are too few.
  mutating func number(_ lengths: ClosedRange<Int>) -> Int? {
    let length = min(bytes[index...].prefix(while: isDigit).count, lengths.upperBound)
    guard length >= lengths.lowerBound else { return nil }
    defer { index += length }
    return Int(String(decoding: bytes[index..<(index + length)], as: UTF8.self))
  }

  mutating func digits() -> String {
    let digits = bytes[index...].prefix(while: isDigit)
    index += digits.count
    return String(decoding: digits, as: UTF8.self)
  }

  mutating func fraction() -> Double {
    guard let mark = peek, mark == UInt8(ascii: ".") || mark == UInt8(ascii: ",") else { return 0 }
    let digits = bytes[(index + 1)...].prefix(while: isDigit)
    guard !digits.isEmpty else { return 0 }
    index += 1 + digits.count
    return Double("0." + String(decoding: digits, as: UTF8.self)) ?? 0
  }

  /// Returns the ASCII letters that follow, perhaps none.
  mutating func word() -> String {
    let letters = bytes[index...].prefix { (0x61...0x7A).contains($0) }
    index += letters.count
    return String(decoding: letters, as: UTF8.self)
  }

  /// Returns the letters that follow, including non-ASCII ones; nil if there are none.
  mutating func letters() -> String? {
    let letters = bytes[index...].prefix { (0x61...0x7A).contains($0) || $0 >= 0x80 }
    index += letters.count
    return letters.isEmpty ? nil : String(decoding: letters, as: UTF8.self)
  }
}
