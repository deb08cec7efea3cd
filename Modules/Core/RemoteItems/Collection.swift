public import Foundation
public import ItemsLoader
public import NetworkClient
public import Paging

/// A collection of a server's: a JSON array, whole or page by page.
///
/// Elements that do not decode are skipped; an array in which nothing is valid, and what is no array or not all of
/// one, is a failure. An empty array is an answer.
public struct RemoteCollection<Item: Sendable>: Sendable {
  private let client: NetworkClient
  private let url: URL
  private let decode: @Sendable (NetworkClient.Response) throws -> [Item]

  /// - Parameters:
  ///   - url: the collection's address; links to further pages are followed on its host alone.
  ///   - item: what becomes of an element; nil skips it.
  public init<Wire: Decodable & SendableMetatype>(
    _ client: NetworkClient, at url: URL, item: @escaping @Sendable (Wire) -> Item?
  ) {
    self.client = client
    self.url = url
    decode = { response in
      let elements = try response.decoded(Elements<Wire>.self)
      let items = elements.valid.compactMap(item)
      if items.isEmpty && elements.count > 0 {
        throw NetworkClient.Error.undecodable("none of \(elements.count) elements is valid")
      }
      return items
    }
  }

  /// The page after a cursor, the first one without; its `next` is what the server links to as the next.
  /// - Parameter validator: what came with the copy that is kept of this page.
  /// - Throws: `NetworkClient.Error`, or `CancellationError`.
  public func page(after cursor: Cursor? = nil, validator: String?) async throws -> Revalidation<Page<Item>> {
    let address = try cursor.map(address) ?? url
    let mark = validator.map(PageMark.init)
    var response = try await client.answer(from: address, since: mark?.etag)
    if response.status == 304 {
      guard response.header("Link") != nil, next(of: response) != mark?.next else { return .unchanged }
      // The same items, but another page behind them: that is no longer the page that is kept.
      response = try await client.answer(from: address, since: nil)
    }
    let page = Page(try decode(response), next: next(of: response))
    return .changed(page, validator: response.header("ETag").map { PageMark(etag: $0, next: page.next).text })
  }

  /// The whole collection, however many pages it comes in; an item whose `id` was seen before is left out.
  /// - Parameter validator: what came with the copy that is kept of it.
  /// - Throws: `NetworkClient.Error`; `PagesInCircles`, which a thousand pages count as, and ten in a row with nothing new;
  ///   or `CancellationError`.
  public func all<ID: Hashable & Sendable>(
    validator: String?, by id: (Item) -> ID
  ) async throws -> Revalidation<[Item]> {
    guard case .changed(let first, let newValidator) = try await page(validator: validator) else { return .unchanged }
    var (items, seen, cursors) = ([Item](), Set<ID>(), Set<Cursor>())
    var (page, pagesWithoutNews) = (first, 0)
    for _ in 1...1_000 {
      let new = page.items.filter { seen.insert(id($0)).inserted }
      items += new
      pagesWithoutNews = new.isEmpty ? pagesWithoutNews + 1 : 0
      // A validator speaks for one page: kept with the whole, it would hide changes in the others.
      guard let next = page.next else { return .changed(items, validator: first.next == nil ? newValidator : nil) }
      guard cursors.insert(next).inserted, pagesWithoutNews < 10 else { throw PagesInCircles() }
      guard case .changed(let following, _) = try await self.page(after: next, validator: nil) else {
        throw NetworkClient.Error.rejected(status: 304)
      }
      page = following
    }
    throw PagesInCircles()
  }

  /// Where a server that was redirected to links to itself, the server that was asked is meant: it leads there again.
  private func next(of response: NetworkClient.Response) -> Cursor? {
    guard let target = response.header("Link").flatMap({ link("next", in: $0) }),
      let next = URL(string: target, relativeTo: response.url)?.absoluteURL
    else { return nil }
    return Cursor((next.origin == response.url.origin ? next.moved(to: url) : next).absoluteString)
  }

  /// Never another host or scheme, whatever a server or a kept file says.
  private func address(of cursor: Cursor) throws -> URL {
    guard let address = URL(string: cursor.text), address.origin == url.origin else {
      throw NetworkClient.Error.unreachable(.misdirected(to: cursor.text))
    }
    return address
  }
}

extension URL {
  /// Scheme, host and port (RFC 6454, 4).
  fileprivate var origin: [String?] {
    let scheme = scheme?.lowercased()
    return [scheme, host()?.lowercased(), String(port ?? (scheme == "https" ? 443 : 80))]
  }

  /// The same path and query at the origin of another address.
  fileprivate func moved(to other: URL) -> URL {
    guard origin != other.origin, var parts = URLComponents(url: self, resolvingAgainstBaseURL: true),
      let target = URLComponents(url: other, resolvingAgainstBaseURL: true)
    else { return self }
    (parts.scheme, parts.encodedHost, parts.port) = (target.scheme, target.encodedHost, target.port)
    (parts.user, parts.password) = (nil, nil)
    return parts.url ?? self
  }
}
