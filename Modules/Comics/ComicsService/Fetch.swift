import CachedResource
public import ComicDomain
import Concurrency
import NetworkClient

/// What came of asking for one comic of several.
public enum FetchedComic: Sendable, Identifiable {
  /// It came; with the server's mark of this state (an ETag), if it gave one.
  case comic(Comic, validator: String?)
  /// It could not be had, for this reason, and can be tried again.
  case failed(Comic.ID, any Error)
  /// The server has none with this number (404).
  case gap(Comic.ID)

  /// Which was asked for.
  public var id: Comic.ID {
    switch self {
    case .comic(let comic, _): comic.id
    case .failed(let id, _), .gap(let id): id
    }
  }
}

extension ComicsService {
  /// What comes of asking for some comics side by side, in their order. One that fails does not keep the others away.
  /// - `limit`: how many requests there may be at a time; the network has limits of its own.
  /// - `inOrder`: is given each as soon as it and all before it are there.
  /// - `whenAsked`: called once, when all of them are asked for, or as many as there may be at a time.
  /// - Throws: what `inOrder` throws, or `CancellationError`.
  @discardableResult
  public func comics(
    _ ids: [Comic.ID], limit: Int = 32, inOrder: (FetchedComic) async throws -> Void = { _ in },
    whenAsked: () -> Void = {}
  ) async throws -> [FetchedComic] {
    try await ids.concurrentMap(limit: limit, fetch, inOrder: inOrder, whenBegun: whenAsked)
  }

  @Sendable private func fetch(_ id: Comic.ID) async throws -> FetchedComic {
    do {
      switch try await comic(id, nil) {
      case .changed(let comic, let validator): return .comic(comic, validator: validator)
      // The answer to a question that was not asked.
      case .unchanged: return .failed(id, NetworkClient.Error.rejected(status: 304))
      }
    } catch NetworkClient.Error.rejected(status: 404) {
      return .gap(id)
    } catch let error as CancellationError {
      throw error
    } catch {
      return .failed(id, error)
    }
  }
}
