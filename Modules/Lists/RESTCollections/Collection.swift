// JSON arrays of a server: linked pages, fields under several names, dates and identifiers in any form.

public import CachedResource
public import Essentials
public import NetworkClient

/// A collection of a server's: a JSON array, whole or page by page.
///
/// Elements that do not decode are only counted; an array in which nothing is valid, and what is no array or not all of
/// one, is a failure. An empty array is an answer.
public struct RemoteCollection<Item: Sendable>: Sendable {
  private let client: NetworkClient
  private let url: URL
  private let decode: @Sendable (NetworkClient.Response) throws -> (items: [Item], unreadable: Int)

  /// - `url`: the collection's address; links to further pages are followed on its host alone.
  /// - `item`: what becomes of an element; nil skips it.
  public init<Wire: Decodable & SendableMetatype>(
    _ client: NetworkClient, at url: URL, item: @escaping @Sendable (Wire) -> Item?
  ) {
    self.client = client
    self.url = url
    decode = { try $0.items(in: { (elements: Elements<Wire>) in elements }, item: item) }
  }

  /// The page after a cursor, the first one without; its `next` is what the server links to as the next. A link that
  /// cannot be followed makes it the last, and then it has no validator: it is asked for in full, and the reason told,
  /// each time.
  /// - `validator`: what came with the copy that is kept of this page.
  /// - Throws: `NetworkClient.Error`, or `CancellationError`.
  public func page(after cursor: Cursor? = nil, validator: String?) async throws -> Revalidation<Page<Item>> {
    let address = try cursor.map(address) ?? url
    let mark = validator.map(PageMark.init)
    var response = try await client.answer(from: address, since: mark?.etag)
    if response.status == 304 {
      let links = Links(of: response, to: address, in: url)
      guard response.header("Link") != nil, links.next != mark?.next || links.failure != nil else { return .unchanged }
      // The same items, but another page behind them: that is no longer the page that is kept.
      response = try await client.answer(from: address, since: nil)
    }
    let links = Links(of: response, to: address, in: url)
    let (items, unreadable) = try decode(response)
    let page = Page(
      items, next: links.next, ahead: links.ahead, linkFailure: links.failure, unreadable: unreadable)
    let etag = links.failure == nil ? response.header("ETag") : nil
    return .changed(page, validator: etag.map { PageMark(etag: $0, next: page.next).text })
  }

  /// The whole collection, however many pages it comes in; an item whose `id` was seen before is left out.
  /// - `validator`: what came with the copy that is kept of it.
  /// - Throws: `NetworkClient.Error`; `LinkFailure` where a link cannot be followed, pages lead in circles, or there are
  ///   more than a thousand; or `CancellationError`.
  public func all<ID: Hashable & Sendable>(
    validator: String?, by id: (Item) -> ID
  ) async throws -> Revalidation<[Item]> {
    var (items, seen) = ([Item](), Set<ID>())
    var (cursor, visited) = (Cursor?.none, Set<Cursor>())
    var (pages, withoutNew) = (0, 0)
    while true {
      let answer = try await page(after: cursor, validator: pages == 0 ? validator : nil)
      guard case .changed(let page, let newValidator) = answer else {
        if pages == 0 { return .unchanged }
        throw NetworkClient.Error.rejected(status: 304)
      }
      if let failure = page.linkFailure { throw failure }
      let new = page.items.filter { seen.insert(id($0)).inserted }
      items += new
      (pages, withoutNew) = (pages + 1, new.isEmpty ? withoutNew + 1 : 0)
      guard let next = page.next else {
        // A validator speaks for one page: kept with the whole, it would hide changes in the others.
        return .changed(items, validator: pages == 1 ? newValidator : nil)
      }
      guard visited.insert(next).inserted, withoutNew < 10, pages < 1_000 else { throw LinkFailure.leadsInCircles }
      cursor = next
    }
  }

  /// Never another host or scheme, whatever a server or a kept file says.
  private func address(of cursor: Cursor) throws -> URL {
    guard let address = URL(string: cursor.text), address.webOrigin == url.webOrigin else {
      throw NetworkClient.Error.unreachable(.misdirected(to: cursor.text))
    }
    return address
  }
}
