import CachedResource
public import Essentials
public import NetworkClient
import Pictures
import RESTCollections

extension PicturesService {
  /// Returns a service that asks the host of each address. Pictures are recognised by their first bytes, whatever their
  /// `Content-Type`.
  /// - Parameters:
  ///   - client: Sends the requests.
  ///   - document: Returns the address of the document that names the pictures. One of another machine leads to no
  ///     picture on this one.
  public static func live(client: NetworkClient, linkedFrom document: @escaping @Sendable () async -> URL) -> Self {
    let client = NetworkClient { request in
      var request = request
      request.mayReachThisMachine = false
      request.linkedFrom = await document()
      return try await client.send(request)
    }
    return Self { address, validator in
      let response = try await client.answer(
        from: address, since: validator, accept: "image/png, image/*;q=0.9, */*;q=0.1", bodyLimit: Picture.byteLimit)
      if response.status == 304 { return .unchanged }
      do {
        return .changed(try Picture(response.body), validator: response.header("ETag"))
      } catch Picture.Error.tooLarge(let limit) {
        throw NetworkClient.Error.tooLarge(limit: limit)
      }
    }
  }
}
