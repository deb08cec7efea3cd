public import CachedResource
public import Essentials
public import NetworkClient
public import Pictures
import RESTCollections

/// A service for pictures on any server.
public struct PicturesService: Sendable {
  /// Returns the picture at an HTTP or HTTPS address, unless the copy with this validator is current.
  /// - Throws: `NetworkClient.Error`, which is `.tooLarge` for more than `Picture.byteLimit` bytes and `.page` for an
  ///   HTML page; `Picture.Error` if the answer is not a picture either; or `CancellationError`.
  public var picture: @Sendable (_ address: URL, _ validator: String?) async throws -> Revalidation<Picture>

  public init(
    picture: @escaping @Sendable (_ address: URL, _ validator: String?) async throws -> Revalidation<Picture>
  ) {
    self.picture = picture
  }
}

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
      } catch Picture.Error.unknownFormat where response.isPage {
        throw NetworkClient.Error.page
      }
    }
  }

  /// Returns a service with the same picture at every address.
  public static func stub(_ bytes: Data = Picture.sample) -> Self {
    Self { _, _ in .changed(try Picture(bytes), validator: nil) }
  }

  /// Returns a service that always fails.
  public static func failing(_ error: any Error = NetworkClient.Error.unreachable(.refused)) -> Self {
    Self { _, _ in throw error }
  }
}
