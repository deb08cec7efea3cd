public import CachedResource
public import Essentials
public import NetworkClient

extension NetworkClient {
  /// Returns a JSON document and its ETag.
  /// - Parameters:
  ///   - url: The address of the document.
  ///   - validator: The ETag of the cached copy.
  ///   - item: Converts the decoded document.
  /// - Throws: `NetworkClient.Error` or `CancellationError`, or an error of `item`.
  public func resource<Wire: Decodable, Item>(
    at url: URL, validator: String?, item: (Wire) throws -> Item
  ) async throws -> Revalidation<Item> {
    let response = try await answer(from: url, since: validator)
    if response.status == 304 { return .unchanged }
    return .changed(try item(response.decoded()), validator: response.header("ETag"))
  }

  /// Returns one item of a collection, at the address of the collection followed by the item's identifier.
  /// - Parameters:
  ///   - id: The identity of the item.
  ///   - collection: The address of the collection.
  ///   - validator: The ETag of the cached copy.
  ///   - item: Converts the decoded document.
  /// - Throws: `NetworkClient.Error`, which is `.rejected(status: 404)` if there is no such item, or
  ///   `CancellationError`.
  public func item<Wire: Decodable, Item: Identifiable>(
    _ id: Item.ID, of collection: URL, validator: String?, item: (Wire) -> Item
  ) async throws -> Revalidation<Item> where Item.ID: CustomStringConvertible {
    // In a path, these are not names of resources.
    guard !["", ".", ".."].contains(id.description) else { throw Error.rejected(status: 404) }
    return try await resource(at: collection.appending(component: id.description), validator: validator) {
      (wire: Wire) in
      let item = item(wire)
      guard item.id == id else { throw Error.undecodable("\(item.id) in place of \(id)") }
      return item
    }
  }

  /// Returns the answer to a request. Its status is 304 only if a validator was sent.
  /// - Parameters:
  ///   - url: The address.
  ///   - validator: The ETag of the cached copy.
  ///   - accept: The accepted media types.
  ///   - bodyLimit: The longest accepted body in bytes, if less than the client's own limit.
  /// - Throws: `NetworkClient.Error` or `CancellationError`.
  public func answer(
    from url: URL, since validator: String?, accept: String = "application/json", bodyLimit: Int? = nil
  ) async throws -> Response {
    var request = Request(url, headers: ["Accept": accept], bodyLimit: bodyLimit)
    let validator = validator.flatMap { $0.isSendableValidator ? $0 : nil }
    request.headers["If-None-Match"] = validator
    let response = try await send(request)
    guard response.status != 304 || validator != nil else { throw Error.rejected(status: 304) }
    return response
  }
}
