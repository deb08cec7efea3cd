// Saved comics, and the numbers that have none.

public import ComicDomain
public import NetworkClient
public import PagedList

/// Keeps the comics that were seen: the list, page by page, and those that were opened.
public typealias ComicsStore = ListStore<CachedComic>

/// What is kept under the number of a comic.
public enum CachedComic: Equatable, Sendable, Identifiable {
  /// The comic.
  case comic(Comic)
  /// It belongs to the list, but could not be had, for this reason; it is asked for again.
  case failed(Comic.ID, NetworkClient.Error)
  /// The server has none with this number. It is on no page, and not asked for again soon.
  case gap(Comic.ID)

  /// Its number.
  public var id: Comic.ID {
    switch self {
    case .comic(let comic): comic.id
    case .failed(let id, _), .gap(let id): id
    }
  }

  /// The comic, where it is one.
  public var comic: Comic? {
    if case .comic(let comic) = self { comic } else { nil }
  }

  /// The title, which is what a search looks at; empty where it is not known.
  public var title: String { comic?.title ?? "" }
}
