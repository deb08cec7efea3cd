public import CachedResource
public import Essentials
public import NetworkClient

extension NetworkClient {
  /// One resource, a JSON document, and its ETag.
  /// - `validator`: the ETag of the copy that is kept of it.
  /// - Throws: `NetworkClient.Error`, or `CancellationError`.
  public func resource<Wire: Decodable, Item>(
    at url: URL, validator: String?, item: (Wire) throws -> Item
  ) async throws -> Revalidation<Item> {
    guard let response = try await news(of: url, since: validator) else { return .unchanged }
    return .changed(try item(response.decoded()), validator: response.header("ETag"))
  }

  /// One item of a collection, which lies under the item's identifier below the collection's address.
  /// - `validator`: the ETag of the copy that is kept of it.
  /// - Throws: `NetworkClient.Error`, `.rejected(status: 404)` where there is no such item; or `CancellationError`.
  public func item<Wire: Decodable, Item: Identifiable>(
    _ id: Item.ID, of collection: URL, validator: String?, item: (Wire) -> Item
  ) async throws -> Revalidation<Item> where Item.ID: CustomStringConvertible {
    // These two are steps of a path, not the name of anything.
    guard id.description != "." && id.description != ".." else { throw Error.rejected(status: 404) }
    return try await resource(at: collection.appending(component: id.description), validator: validator) {
      (wire: Wire) in
      let item = item(wire)
      guard item.id == id else { throw Error.undecodable("\(item.id) in place of \(id)") }
      return item
    }
  }

  /// The answer, or nil where the copy that the validator belongs to is still the latest.
  func news(of url: URL, since validator: String?) async throws -> Response? {
    let response = try await answer(from: url, since: validator)
    return response.status == 304 ? nil : response
  }

  /// The answer, which is 304 only where a validator was sent along.
  /// - `validator`: the ETag of the copy that is kept.
  /// - `accept`: the media types that are wanted.
  /// - `bodyLimit`: the longest answer that is taken, where that is less than the client takes.
  /// - Throws: `NetworkClient.Error`, or `CancellationError`.
  public func answer(
    from url: URL, since validator: String?, accept: String = "application/json", bodyLimit: Int? = nil
  ) async throws -> Response {
    var request = Request(url, headers: ["Accept": accept], bodyLimit: bodyLimit)
    let validator = validator.flatMap { $0.isSendable ? $0 : nil }
    request.headers["If-None-Match"] = validator
    let response = try await send(request)
    guard response.status != 304 || validator != nil else { throw Error.rejected(status: 304) }
    return response
  }
}

extension String {
  /// Whether a server will take it back: one odd ETag must not spoil every later question.
  fileprivate var isSendable: Bool {
    !isEmpty && utf8.count <= 1_024 && utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
  }
}
