// JSON arrays of a server: linked pages, fields under several names, dates and identifiers in any form.

public import CachedResource
public import Essentials
public import NetworkClient

/// A JSON array of a server, sent whole or page by page.
///
/// Elements that do not decode are only counted. An array without any valid element is a failure, and so is a truncated
/// array or anything that is not an array. An empty array is a valid answer.
public struct RemoteCollection<Item: Sendable>: Sendable {
  private let client: NetworkClient
  private let url: URL
  private let decode: @Sendable (NetworkClient.Response) throws -> (items: [Item], unreadable: Int)

  /// - Parameters:
  ///   - client: The client that sends the requests.
  ///   - url: The address of the collection. Links to further pages are followed only on its own origin.
  ///   - item: Converts an element to an item; nil skips the element.
  public init<Wire: Decodable & SendableMetatype>(
    _ client: NetworkClient, at url: URL, item: @escaping @Sendable (Wire) -> Item?
  ) {
    self.client = client
    self.url = url
    decode = { try $0.items(in: { (elements: Elements<Wire>) in elements }, item: item) }
  }

  /// Returns the page after a cursor, or the first page. Its `next` is the server's link to the next page. A page whose
  /// link cannot be followed is the last one and has no validator, so that it is requested in full, and the reason
  /// reported, each time.
  /// - Parameters:
  ///   - cursor: The cursor of the page; nil for the first.
  ///   - validator: The validator of the cached copy of the page.
  /// - Throws: `NetworkClient.Error` or `CancellationError`.
  public func page(after cursor: Cursor? = nil, validator: String?) async throws -> Revalidation<Page<Item>> {
    let address = try cursor.map(address) ?? url
    let known = validator.map(PageValidator.init)
    var response = try await client.answer(from: address, since: known?.etag)
    if response.status == 304 {
      let links = Links(of: response, to: address, in: url)
      guard response.header("Link") != nil, links.next != known?.next || links.failure != nil else { return .unchanged }
      // The items are the same but the next page is another one, so the cached copy is out of date.
      response = try await client.answer(from: address, since: nil)
    }
    let links = Links(of: response, to: address, in: url)
    let (items, unreadable) = try decode(response)
    let page = Page(
      items, next: links.next, ahead: links.ahead, linkFailure: links.failure, unreadable: unreadable)
    let etag = links.failure == nil ? response.header("ETag") : nil
    return .changed(page, validator: etag.map { PageValidator(etag: $0, next: page.next).text })
  }

  /// Returns the whole collection, however many pages it has. Items whose identity was seen before are left out.
  /// - Parameters:
  ///   - validator: The validator of the cached copy.
  ///   - id: Returns the identity of an item.
  /// - Throws: `NetworkClient.Error` or `CancellationError`; `LinkFailure` if a link cannot be followed, the pages lead
  ///   in circles, ten in a row have no new item, or there are more than a thousand.
  public func all<ID: Hashable & Sendable>(
    validator: String?, by id: (Item) -> ID
  ) async throws -> Revalidation<[Item]> {
    var items = [Item]()
    var seen = Set<ID>()
    var cursor: Cursor?
    var visited = Set<Cursor>()
    var pages = 0
    var unreadable = 0
    var withoutNew = 0
    while true {
      let answer = try await page(after: cursor, validator: pages == 0 ? validator : nil)
      guard case .changed(let page, let newValidator) = answer else {
        if pages == 0 { return .unchanged }
        throw NetworkClient.Error.rejected(status: 304)
      }
      if let failure = page.linkFailure { throw failure }
      let new = page.items.filter { seen.insert(id($0)).inserted }
      items += new
      pages += 1
      unreadable += page.unreadable
      withoutNew = new.isEmpty ? withoutNew + 1 : 0
      guard let next = page.next else {
        if let unreadable = UnreadableItems(unreadable) { return .partial(items, unreadable) }
        // A validator is that of one page: saved with several, it would hide changes in the others.
        return .changed(items, validator: pages == 1 ? newValidator : nil)
      }
      guard visited.insert(next).inserted, pages < 1_000 else { throw LinkFailure.leadsInCircles }
      guard withoutNew < 10 else { throw LinkFailure.nothingNew }
      cursor = next
    }
  }

  /// Returns the address of a cursor. It never leads to another origin, even if the server or the cache file says so.
  private func address(of cursor: Cursor) throws -> URL {
    guard let address = URL(string: cursor.text), address.webOrigin == url.webOrigin else {
      throw NetworkClient.Error.unreachable(.misdirected(to: cursor.text))
    }
    return address
  }
}
