import CachedResource
public import ComicDomain
import NetworkClient

/// The result of fetching a comic.
public enum FetchedComic: Sendable, Identifiable {
  /// The comic, and the server's validator (an ETag), if it sent one.
  case comic(Comic, validator: String?)
  /// The comic failed to load, for this reason; a later try may succeed.
  case failed(Comic.ID, any Error)
  /// The server has no comic with this number (404 or 410).
  case gap(Comic.ID)

  /// The number that was requested.
  public var id: Comic.ID {
    switch self {
    case .comic(let comic, _): comic.id
    case .failed(let id, _), .gap(let id): id
    }
  }
}

extension ComicsService {
  /// Fetches a comic, whose failure is a result, so that it does not affect others.
  ///
  /// - Throws: `CancellationError`.
  public func fetched(_ id: Comic.ID) async throws -> FetchedComic {
    do {
      switch try await comic(id, nil) {
      case .changed(let comic, let validator): return .comic(comic, validator: validator)
      // A 304 without a validator in the request is an error of the server.
      case .unchanged, .confirmed: return .failed(id, NetworkClient.Error.rejected(status: 304))
      }
    } catch NetworkClient.Error.rejected(let status) where [404, 410].contains(status) {
      return .gap(id)
    } catch let error as CancellationError {
      throw error
    } catch {
      return .failed(id, error)
    }
  }
}
