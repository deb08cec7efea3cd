import Essentials
import RichText

extension RichTextBuilder {
  /// Reads a token, or a whole element whose content is not read.
  /// - Returns: The index of the next token.
  mutating func read(_ index: Int) -> Int {
    guard case .tag(let name, let attributes, let isEnd) = tokens[index] else {
      if case .text(let bytes) = tokens[index] { add(decoded(bytes)) }
      return index + 1
    }
    guard !isEnd else {
      end(name, at: index)
      return index + 1
    }
    let last = outline.ends[index]
    let next = (last ?? index) + 1
    // A hidden element that is not closed would hide the rest of the text.
    if isHidden(tokens, at: index, end: last), last != nil || unendedElements.contains(name) { return next }
    if name == "source", let source = attributes["srcset"] ?? attributes["data-srcset"], attributes["src"] == nil {
      pictureSource = pictureSource ?? Embedded.largest(of: source)
      return next
    }
    if name == "math", let last, let formula = formula(attributes, in: index..<last) {
      add(formula)
      return next
    }
    if name == "noscript" { fallbackEnd = max(fallbackEnd, next - 1) }
    defer { if name == "img" { pictureSource = nil } }
    let fallback = name == "img" ? pictureSource : last.flatMap { source(in: index..<$0) }
    guard let embedded = Embedded(name, attributes, fallback: fallback) else {
      begin(name, attributes, at: index)
      return index + 1
    }
    add(embedded, isFallback: index < fallbackEnd)
    return next
  }

  /// Returns the source of a formula, or else its elements as they are typed.
  private mutating func formula(_ attributes: [Attribute], in range: Range<Int>) -> String? {
    if let text = attributes["alttext"], !text.isEmpty { return text }
    let start = search("math", range) { [tokens] in
      if case .tag("annotation", _, false) = tokens[$0] { $0 } else { nil }
    }
    if let start, start + 1 < range.upperBound, case .text(let bytes) = tokens[start + 1] { return decoded(bytes) }
    return Formula(tokens[range])?.text
  }

  /// Returns the address in the first `source` element of a video or a sound.
  private mutating func source(in range: Range<Int>) -> String? {
    guard case .tag(let name, _, _) = tokens[range.lowerBound],
      ["video", "audio", "amp-video", "amp-audio"].contains(name)
    else { return nil }
    return search(name, range) { [tokens] index in
      if case .tag("source", let attributes, false) = tokens[index] { Embedded.source(attributes) } else { nil }
    }
  }

  /// Returns the first value for a token of an element; nil without a search within an element that was searched in vain.
  private mutating func search<Value>(
    _ name: String, _ range: Range<Int>, _ value: (_ index: Int) -> Value?
  ) -> Value? {
    let end = searchedEnds[name] ?? 0
    guard range.upperBound > end else { return nil }
    let found = range.firstNonNil(value)
    if found == nil { searchedEnds[name] = range.upperBound }
    return found
  }
}

/// Returns whether the text of a picture is the name of its file or a number in hexadecimal digits, which says nothing.
func isFileName(_ text: String) -> Bool {
  let word = text.lowercased()
  return !word.contains(where: \.isWhitespace)
    && (Embedded.pictureEndings.contains { word.hasSuffix($0) } || word.count >= 24 && word.allSatisfy(\.isHexDigit))
}

private let unendedElements: Set<String> = ["br", "embed", "hr", "img", "input", "source"]

/// Returns a superscript or subscript: in Unicode's characters for it, else behind the `^` or `_` of TeX where it would be
/// read as part of the text before it. The letters of ordinals and abbreviations stay as they are.
/// - Parameter last: The character before it.
func shifted(_ text: String, after last: Character?, isRaised: Bool) -> String {
  if let text = inScript(text, isRaised: isRaised) { return text }
  let isSpoken = text.contains { $0.isWhitespace || $0 == "[" } || isRaised && isEnd(text.lowercased(), after: last)
  // Signs alone, such as that of a trade mark, are no exponent.
  guard !isSpoken, text.contains(where: { $0.isLetter || $0.isNumber }) else { return text }
  return (isRaised ? "^" : "_") + Formula.grouped(text)
}

/// Returns a text in the superscript or subscript characters of Unicode; nil if one of its characters has none.
func inScript(_ text: String, isRaised: Bool) -> String? {
  let table = isRaised ? raised : lowered
  let shifted = text.compactMap { table[$0] }
  return shifted.count == text.count ? String(shifted) : nil
}

/// Returns whether raised letters are the end of an ordinal, as in 1st, or of an abbreviation, as in Mme.
private func isEnd(_ letters: String, after last: Character?) -> Bool {
  guard let last, !last.isWhitespace else { return true }
  if last.isNumber || "IVXLCDM".contains(last), ordinalEnds.contains(letters) { return true }
  return last.isLetter && abbreviationEnds.contains(letters)
}

private let ordinalEnds: Set = [
  "st", "nd", "rd", "th", "e", "er", "ers", "re", "res", "d", "nde", "me", "ème", "eme", "èmes", "a", "o", "as", "os",
  "ra", "ro", "do", "ta", "to",
]
private let abbreviationEnds: Set = ["tm", "sm", "mc", "md", "me", "mes", "lle", "lles"]

private let raised = Dictionary(uniqueKeysWithValues: zip("0123456789+-−–=(),ni", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁻⁼⁽⁾,ⁿⁱ"))
private let lowered = Dictionary(uniqueKeysWithValues: zip("0123456789+-−–=(),", "₀₁₂₃₄₅₆₇₈₉₊₋₋₋₌₍₎,"))

extension Unicode.Scalar {
  /// Whether the character shows nothing.
  var isBlank: Bool { properties.isWhitespace || [0xAD, 0x200B, 0x2060, 0xFEFF].contains(value) }
}
