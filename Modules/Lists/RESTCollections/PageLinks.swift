import CachedResource
import Essentials
import NetworkClient

/// Where the links of a page lead.
struct Links {
  /// The next page.
  private(set) var next: Cursor?
  /// Why there is none, though the server links to one.
  private(set) var failure: LinkFailure?
  /// The pages that follow, as far as they can be guessed.
  private(set) var ahead: CursorSeries?

  /// - Parameters:
  ///   - address: what was asked for.
  ///   - collection: the first page. Where a server that was redirected to links to itself, the server of this one is
  ///     meant: it leads there again.
  init(of response: NetworkClient.Response, to address: URL, in collection: URL) {
    let links = response.header("Link").map(Link.all) ?? []
    func target(_ relation: String) -> URL? {
      guard let target = links.first(where: { $0.relations.contains(relation[...]) })?.target,
        let url = URL(string: target, relativeTo: response.url)?.absoluteURL
      else { return nil }
      return url.webOrigin == response.url.webOrigin ? url.moved(to: collection) : url
    }
    guard let next = target("next") else { return }
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

/// The addresses from the next page to the last, if they differ in one number of the query: the last page is linked to,
/// or the number of items is told and pages are counted in `_page` with `_limit` items each.
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

/// A part of a query, between two `&`s.
private struct QueryPart: Equatable {
  var text: Substring

  var name: Substring { text.prefix { $0 != "=" } }

  /// Its value, if that is a plain whole number.
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

  /// The same path and query at the origin of another address.
  fileprivate func moved(to other: URL) -> URL {
    guard webOrigin != other.webOrigin, var parts = URLComponents(url: self, resolvingAgainstBaseURL: true),
      let target = URLComponents(url: other, resolvingAgainstBaseURL: true)
    else { return self }
    (parts.scheme, parts.encodedHost, parts.port) = (target.scheme, target.encodedHost, target.port)
    (parts.user, parts.password) = (nil, nil)
    return parts.url ?? self
  }
}
