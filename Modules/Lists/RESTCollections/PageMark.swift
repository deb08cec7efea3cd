import CachedResource

/// What tells a state of a page: the ETag of its items, and where its link leads. A full page stays what it is when
/// the list grows behind it, and so does the ETag of a server that makes it from the body alone.
struct PageMark {
  var etag: String
  var next: Cursor?

  init(etag: String, next: Cursor?) {
    self.etag = etag
    self.next = next
  }

  /// Reads what `text` wrote.
  init(_ text: String) {
    let lines = text.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    self.init(etag: lines[0], next: lines.count > 1 ? Cursor(lines[1]) : nil)
  }

  /// Both in one text, on a line each; neither can hold a line break.
  var text: String { next.map { etag + "\n" + $0.text } ?? etag }
}
