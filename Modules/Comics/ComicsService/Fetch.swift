public import ComicDomain
import ConcurrentMap
import ItemsLoader
import NetworkClient

/// What came of asking for one comic of several.
public enum FetchedComic: Sendable, Identifiable {
  /// It came; with the server's mark of this state (an ETag), if it gave one.
  case comic(Comic, validator: String?)
  /// It could not be had, for this reason, and can be tried again.
  case failed(Comic.ID, any Error)

  /// Which was asked for.
  public var id: Comic.ID {
    switch self {
    case .comic(let comic, _): comic.id
    case .failed(let id, _): id
    }
  }
}

extension ComicsService {
  /// The comics of some numbers, in their order, asked for side by side. One that fails does not keep the others away;
  /// a number that has no comic (404) is left out.
  /// - Parameters:
  ///   - limit: how many requests there may be at a time.
  ///   - inOrder: is given each as soon as it and all before it are there.
  /// - Throws: `CancellationError`, and nothing else.
  public func comics(
    _ ids: [Comic.ID], limit: Int = 8, inOrder: (FetchedComic) -> Void = { _ in }
  ) async throws -> [FetchedComic] {
    let comics = try await ids.concurrentMap(limit: limit) {
      try await fetch($0)
    } inOrder: {
      if let fetched = $0 { inOrder(fetched) }
    }
    return comics.compactMap { $0 }
  }

  private func fetch(_ id: Comic.ID) async throws -> FetchedComic? {
    do {
      switch try await comic(id, nil) {
      case .changed(let comic, let validator): return .comic(comic, validator: validator)
      // The answer to a question that was not asked.
      case .unchanged: return .failed(id, NetworkClient.Error.rejected(status: 304))
      }
    } catch NetworkClient.Error.rejected(status: 404) {
      return nil
    } catch let error as CancellationError {
      throw error
    } catch {
      return .failed(id, error)
    }
  }
}
