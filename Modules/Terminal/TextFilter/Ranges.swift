import Foundation

extension TextFilter {
  /// Where a text holds the query, for highlighting: as `matches` understands it, whole characters.
  public static func ranges(of query: String, in text: String) -> [Range<String.Index>] {
    guard !query.isEmpty else { return [] }
    let options: String.CompareOptions = query.contains(where: \.isUppercase) ? [] : .caseInsensitive
    var ranges: [Range<String.Index>] = []
    var start = text.startIndex
    while let range = text.range(of: query, options: options, range: start..<text.endIndex), !range.isEmpty {
      ranges.append(range)
      start = range.upperBound
    }
    return ranges
  }
}

extension String {
  /// One spelling of each character; ASCII has no other.
  var normalized: String { utf8.allSatisfy { $0 < 0x80 } ? self : precomposedStringWithCanonicalMapping }
}
