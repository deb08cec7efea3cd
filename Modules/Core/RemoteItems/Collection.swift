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
  public func page(after cursor: Cursor? = nil, validator: String?) async throws -> Answer<Page<Item>> {
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

  /// The whole collection, however many pages it comes in.
  /// - Parameter validator: what came with the copy that is kept of it.
  /// - Throws: `NetworkClient.Error`, `PagesInCircles`, or `CancellationError`.
  public func all(validator: String?) async throws -> Answer<[Item]> {
    guard case .changed(var page, let newValidator) = try await page(validator: validator) else { return .unchanged }
    guard page.next != nil else { return .changed(page.items, validator: newValidator) }
    var items = page.items
    var seen: Set<Cursor> = []
    while let next = page.next {
      guard seen.insert(next).inserted else { throw PagesInCircles() }
      guard case .changed(let following, _) = try await self.page(after: next, validator: nil) else { break }
      items += following.items
      page = following
    }
    // A validator speaks for one page: kept with the whole, it would hide changes in the others.
    return .changed(items, validator: nil)
  }

  private func next(of response: NetworkClient.Response) -> Cursor? {
    response.header("Link").flatMap { link("next", in: $0) }
      .flatMap { URL(string: $0, relativeTo: response.url) }
      .map { Cursor($0.absoluteString) }
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
}
