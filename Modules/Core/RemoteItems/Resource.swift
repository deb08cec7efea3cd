public import Foundation
public import ItemsLoader
public import NetworkClient

extension NetworkClient {
  /// One resource, a JSON document, and its ETag.
  /// - Parameter validator: the ETag of the copy that is kept of it.
  /// - Throws: `NetworkClient.Error`, or `CancellationError`.
  public func resource<Wire: Decodable, Item>(
    at url: URL, validator: String?, item: (Wire) throws -> Item
  ) async throws -> Answer<Item> {
    guard let response = try await news(of: url, since: validator) else { return .unchanged }
    return .changed(try item(response.decoded()), validator: response.header("ETag"))
  }

  /// The answer, or nil where the copy that the validator belongs to is still the latest.
  func news(of url: URL, since validator: String?) async throws -> Response? {
    var request = Request(url, headers: ["Accept": "application/json"])
    request.headers["If-None-Match"] = validator
    let response = try await send(request)
    guard response.status == 304 else { return response }
    guard validator != nil else { throw Error.rejected(status: 304) }
    return nil
  }
}
