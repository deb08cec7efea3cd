extension URL {
  /// Creates an HTTP or HTTPS address from a link on a page, as a browser does; nil if the text is not one.
  public init?(webAddress text: String, on page: URL) {
    let text = text.trimmed
    guard !text.isEmpty, text.utf8.count <= 8_192, let url = URL(written: text, relativeTo: page)?.absoluteURL,
      url.isWeb
    else { return nil }
    self = page.user() == nil ? url : url.withoutCredentials
  }
}

extension URL {
  /// Whether this is an absolute http or https address with a host.
  public var isWeb: Bool { ["http", "https"].contains(scheme?.lowercased()) && !(host() ?? "").isEmpty }

  /// The address without a name and a password.
  public var withoutCredentials: URL {
    guard user() != nil || password() != nil, var parts = URLComponents(url: self, resolvingAgainstBaseURL: true) else {
      return self
    }
    parts.user = nil
    parts.password = nil
    return parts.url ?? self
  }
}
