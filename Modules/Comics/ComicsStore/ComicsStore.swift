// Saved comics, and the numbers that have none.

public import ComicDomain
public import NetworkClient
public import PagedList

/// Stores cached comics: the pages of the list, and those that were opened.
public typealias ComicsStore = ListStore<CachedComic>

/// The cached data of a number.
public enum CachedComic: Equatable, Sendable, Identifiable {
  /// The comic.
  case comic(Comic)
  /// A comic of the list that failed to load, for this reason; it is requested again.
  case failed(Comic.ID, NetworkClient.Error)
  /// A number for which the server has no comic. It is on no page, and is not requested again soon.
  case gap(Comic.ID)

  /// The number.
  public var id: Comic.ID {
    switch self {
    case .comic(let comic): comic.id
    case .failed(let id, _), .gap(let id): id
    }
  }

  /// The comic; nil for a gap or a failure.
  public var comic: Comic? {
    if case .comic(let comic) = self { comic } else { nil }
  }

  /// The title, which a search looks at; empty for a gap or a failure.
  public var title: String { comic?.title ?? "" }
}
