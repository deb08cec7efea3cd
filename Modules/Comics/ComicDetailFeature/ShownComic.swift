import CachedResource
public import ComicDomain
import ComicsRepository
import Essentials
public import ItemDetail
import Messages
import PagedList
import Screen

/// The part of a comic that is known before it is loaded.
public struct ComicHeading: Equatable, Sendable, Identifiable {
  /// The number of the comic.
  public var id: Comic.ID
  /// The title; nil if only the number is known.
  public var title: String?

  public init(id: Comic.ID, title: String? = nil) {
    self.id = id
    self.title = title
  }
}

/// A comic with its picture.
public struct ShownComic: Equatable, Sendable {
  /// The comic.
  public var comic: Comic
  /// The comic's picture; nil if it has none, or none that can be shown.
  public var picture: DetailPicture?
  /// Whether a picture that failed to load may load later.
  public var mayPictureCome = false

  public init(comic: Comic, picture: DetailPicture?) {
    self.comic = comic
    self.picture = picture
  }
}

extension ShownComic {
  /// Returns the new value with the picture of the old one, or its failure, until the same picture is loaded again.
  func merged(over old: Self) -> Self {
    guard comic.picture == old.comic.picture else { return self }
    switch (old.picture, picture) {
    case (.known, .known), (nil, _), (.awaited, _), (.unknown, .known), (.unknown, .unknown), (.unknown, nil):
      return self
    case (.known, _), (.unknown, .awaited):
      var shown = old
      shown.comic = comic
      return shown
    }
  }
}

extension ComicsRepository {
  /// Yields a comic, then the same with its picture. It loads with a high priority, before the loads of lists, because
  /// the reader is waiting.
  func details(
    _ id: Comic.ID, _ environment: ScreenEnvironment
  ) -> AsyncThrowingStream<Loaded<ShownComic>, any Error> {
    .yielding(priority: .high) { continuation in
      let loaded = try await detail(id)
      continuation.yield(loaded.map { ShownComic(comic: $0, picture: $0.picture == nil ? nil : .awaited) })
      if let address = loaded.value.picture {
        continuation.yield(try await withPicture(at: address, loaded, environment))
      }
    }
  }

  /// Returns the cached copy of a comic with its picture.
  func cached(_ id: Comic.ID) async -> Loaded<ShownComic>? {
    guard let cached = await cachedComic(id) else { return nil }
    guard let address = cached.value.picture else { return cached.map { ShownComic(comic: $0, picture: nil) } }
    let picture = await cachedPicture(address).map(DetailPicture.known)
    return cached.map { ShownComic(comic: $0, picture: picture ?? .awaited) }
  }

  /// Returns the comic with its picture. The failure of a picture does not fail the comic.
  private func withPicture(
    at address: URL, _ loaded: Loaded<Comic>, _ environment: ScreenEnvironment
  ) async throws -> Loaded<ShownComic> {
    do {
      let picture = try await picture(address)
      return loaded.map { ShownComic(comic: $0, picture: .known(picture.value)) }
    } catch let error as CancellationError {
      throw error
    } catch {
      let clause = Messages.pictureFailure(error, at: address)
      environment.report("cannot load the picture of comic \(loaded.value.id): \(clause)")
      return loaded.map {
        var shown = ShownComic(comic: $0, picture: .unknown(clause))
        shown.mayPictureCome = Messages.isUnanswered(error)
        return shown
      }
    }
  }
}
