import CachedResource
public import Essentials
import NetworkClient

/// The targets of a page's links.
struct Links {
  /// The next page.
  private(set) var next: Cursor?
  /// The reason why the server's link to the next page is not followed.
  private(set) var failure: LinkFailure?
  /// The guessed cursors of the following pages.
  private(set) var ahead: CursorSeries?

  /// - Parameters:
  ///   - response: The answer that holds the page.
  ///   - address: The address that was requested.
  ///   - collection: The address of the first page. If the request was redirected to another server, links to that
  ///     server are changed to this address's origin, which redirects them again.
  init(of response: NetworkClient.Response, to address: URL, in collection: URL) {
    let links = response.header("Link").map(Link.all) ?? []
    func text(_ relation: String) -> String? { links.first { $0.relations.contains(relation) }?.target }
    func target(_ relation: String) -> URL? {
      guard let url = text(relation).flatMap({ URL(written: $0, relativeTo: response.url)?.absoluteURL }) else {
        return nil
      }
      return url.webOrigin == response.url.webOrigin ? url.moved(to: collection) : url
    }
    guard let text = text("next") else { return }
    guard let next = target("next") else {
      // Nothing is the address of the page itself (RFC 3986, 4.4).
      failure = text.isEmpty ? .leadsInCircles : .leadsElsewhere(to: text)
      return
    }
    if next.webOrigin != collection.webOrigin {
      failure = .leadsElsewhere(to: next.absoluteString)
    } else if next == address || next == collection {
      failure = .leadsInCircles
    } else {
      self.next = Cursor(next.absoluteString)
      ahead = series(
        from: next, after: address, to: target("last"), total: response.header("X-Total-Count").flatMap { Int($0) })
    }
  }
}

/// Returns the addresses from the next page to the last, if they differ in one number of the query. The last page is
/// either linked, or calculated from the total number of items if pages are counted in `_page` with `_limit` items
/// each.
private func series(from next: URL, after address: URL, to last: URL?, total: Int?) -> CursorSeries? {
  let items = next.queryParts
  for (index, item) in items.enumerated() {
    guard let first = item.number else { continue }
    var end: Int?
    if let last {
      let others = last.queryParts
      if others.count == items.count, others[index].name == item.name,
        zip(items, others).enumerated().allSatisfy({ $0.offset == index || $0.element.0 == $0.element.1 }),
        next.withoutQuery == last.withoutQuery
      {
        end = others[index].number
      }
    } else if item.name == "_page", let total, let limit = items.first(where: { $0.name == "_limit" })?.number,
      limit > 0
    {
      end = (max(1, total) - 1) / limit + 1
    }
    guard let end, end >= first else { continue }
    let before = address.queryParts.first { $0.name == item.name }?.number
    let step = before.map { first.subtractingReportingOverflow($0).partialValue } ?? (first > 2 ? first : 1)
    guard step > 0 else { return nil }
    let prefix = items[..<index].map { $0.text + "&" }.joined() + item.name + "="
    let suffix = items[(index + 1)...].map { "&" + $0.text }.joined()
    return CursorSeries(
      prefix: next.withoutQuery + "?" + prefix, first: first, suffix: suffix, step: step, last: end)
  }
  return nil
}

/// A part of a query between two `&` signs.
private struct QueryPart: Equatable {
  var text: Substring

  var name: Substring { text.prefix { $0 != "=" } }

  /// The value, if it is a plain whole number.
  var number: Int? {
    let value = text.dropFirst(name.count + 1)
    return Int(value).flatMap { $0 >= 0 && String($0) == value ? $0 : nil }
  }
}

extension URL {
  fileprivate var queryParts: [QueryPart] {
    let query = absoluteString.split(separator: "#", omittingEmptySubsequences: false)[0]
      .split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    return query.count < 2
      ? [] : query[1].split(separator: "&", omittingEmptySubsequences: false).map { QueryPart(text: $0) }
  }

  fileprivate var withoutQuery: Substring { absoluteString.prefix { $0 != "?" && $0 != "#" } }

  /// Returns the same path and query at another address's origin.
  fileprivate func moved(to other: URL) -> URL {
    guard webOrigin != other.webOrigin, var parts = URLComponents(url: self, resolvingAgainstBaseURL: true),
      let target = URLComponents(url: other, resolvingAgainstBaseURL: true)
    else { return self }
    parts.scheme = target.scheme
    parts.encodedHost = target.encodedHost
    parts.port = target.port
    parts.user = nil
    parts.password = nil
    return parts.url ?? self
  }
}

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

extension URL {
  /// Returns this address with one more query item, with all reserved characters of its value escaped.
  public func appending(query name: String, _ value: String) -> URL {
    guard var parts = URLComponents(url: self, resolvingAgainstBaseURL: true) else { return self }
    // Most servers read a plus sign in a query as a space, and Foundation does not escape it.
    let item = URLQueryItem(name: name, value: value.utf8.map(escaped).joined())
    parts.percentEncodedQueryItems = (parts.percentEncodedQueryItems ?? []) + [item]
    return parts.url ?? self
  }
}

/// Returns the percent-encoding of a byte by RFC 3986, sections 2.1 and 2.3.
private func escaped(_ byte: UInt8) -> String {
  let character = Character(UnicodeScalar(byte))
  let isUnreserved = character.isASCII && (character.isLetter || character.isNumber || "-._~".contains(character))
  return isUnreserved ? String(character) : "%" + byte.hexadecimal(digits: 2, uppercase: true)
}
