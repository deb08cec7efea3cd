public import Foundation

extension URL {
  /// This address with one more query item, every reserved character of its value escaped.
  public func appending(query name: String, _ value: String) -> URL {
    guard var parts = URLComponents(url: self, resolvingAgainstBaseURL: true) else { return self }
    // In a query a bare plus sign means a space to most servers, and Foundation leaves it bare.
    let item = URLQueryItem(
      name: name,
      value: value.addingPercentEncoding(withAllowedCharacters: .alphanumerics.union(.init(charactersIn: "-._~"))))
    parts.percentEncodedQueryItems = (parts.percentEncodedQueryItems ?? []) + [item]
    return parts.url ?? self
  }
}
