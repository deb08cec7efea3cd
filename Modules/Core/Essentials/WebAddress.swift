extension URL {
  /// An address, http or https, as a browser understands it on a page; nil where it is none.
  public init?(webAddress text: String, on page: URL) {
    let text = text.trimmed
    guard !text.isEmpty, text.utf8.count <= 8_192, let url = URL(string: text, relativeTo: page)?.absoluteURL,
      let host = url.host(), !host.isEmpty, ["http", "https"].contains(url.scheme?.lowercased())
    else { return nil }
    self = url
  }
}
