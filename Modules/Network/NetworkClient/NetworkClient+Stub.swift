public import Essentials

extension NetworkClient {
  /// Returns the same body for every request.
  public static func stub(_ body: Data = Data("[]".utf8)) -> Self {
    Self { Response(url: $0.url, body: body) }
  }

  /// Returns the body that a table has for the address; rejects other addresses with 404.
  public static func stub(_ bodies: [URL: Data]) -> Self {
    Self { request in
      guard let body = bodies[request.url] else { throw Error.rejected(status: 404) }
      return Response(url: request.url, body: body)
    }
  }

  /// Fails every request.
  public static func failing(_ error: any Swift.Error = Error.unreachable(.refused)) -> Self {
    Self { _ in throw error }
  }
}
