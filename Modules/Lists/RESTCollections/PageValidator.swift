import CachedResource

/// The validator of a page: the ETag of its items and the target of its link. The link is needed because a full page,
/// and its ETag if the server makes it from the body alone, does not change when the list grows behind it.
struct PageValidator {
  var etag: String
  var next: Cursor?

  /// The ETag and the cursor on a line each; neither can contain a line break.
  var text: String { next.map { etag + "\n" + $0.text } ?? etag }
}

extension PageValidator {
  /// Parses the result of `text`.
  init(_ text: String) {
    let lines = text.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    self.init(etag: lines[0], next: lines.count > 1 ? Cursor(lines[1]) : nil)
  }
}
