extension TextSearch {
  /// A search for one query in many texts, on their bytes. For nearly every text it returns the same as
  /// `Query.matches`, in a fraction of the time and without a `String`.
  public struct Scanner: Sendable {
    private var views: [View]
    private var isBegun = false

    /// The text with some differences ignored, and the patterns to find in it.
    private struct View {
      var text: FoldedBytes
      var patterns: [BytePattern]

      /// Whether all patterns are found; nil if that is not known.
      var isMatch: Bool? {
        guard text.isWhole else { return nil }
        return text.withBytes { bytes in
          var isMatch: Bool? = true
          for pattern in patterns {
            switch pattern.isFound(in: bytes) {
            case true?: break
            case false?: return false
            case nil: isMatch = nil
            }
          }
          return isMatch
        }
      }
    }

    public init(_ query: Query) {
      views = [View(text: FoldedBytes(.everything), patterns: query.words.map { BytePattern($0.pattern) })]
      for (folding, words) in Dictionary(grouping: query.words.filter { $0.exact != nil }, by: \.folding) {
        views.append(View(text: FoldedBytes(folding), patterns: words.compactMap(\.exact).map { BytePattern($0) }))
      }
    }

    /// Adds one or more lines to the current text.
    /// - Parameter lines: The lines in UTF-8.
    public mutating func add(lines: Span<UInt8>) {
      for index in views.indices {
        if isBegun { views[index].text.appendLineEnd() }
        lines.withUnsafeBufferPointer { views[index].text.append($0) }
      }
      isBegun = true
    }

    /// Ends the current text and begins another.
    /// - Returns: Whether the query matches the text; nil if only `Query.matches` can decide.
    public mutating func endText() -> Bool? {
      defer {
        for index in views.indices { views[index].text.removeAll() }
        isBegun = false
      }
      var isMatch: Bool? = true
      for index in views.indices {
        switch views[index].isMatch {
        case true?: break
        case false?: return false
        case nil: isMatch = nil
        }
      }
      return isMatch
    }
  }
}
