public import ComicDomain
public import Essentials
public import FlagsStore
public import NetworkClient

/// An element of the list of comics.
public struct ComicEntry: Equatable, Sendable, Identifiable {
  /// The content of an element.
  public enum Content: Equatable, Sendable {
    /// The title of the comic, and its date.
    case comic(title: String, date: CalendarDate?)
    /// The comic failed to load, for this reason; `ComicsRepository.detail` loads it again.
    case failed(NetworkClient.Error)
    /// The comic is bookmarked but not cached; `ComicsRepository.detail` loads it.
    case notSaved
  }

  /// The number of the comic.
  public var id: Comic.ID
  /// The content.
  public var content: Content
  /// The flags of the comic.
  public var flags: ItemFlags

  public init(id: Comic.ID, content: Content, flags: ItemFlags = ItemFlags()) {
    self.id = id
    self.content = content
    self.flags = flags
  }

  /// The title; nil if the comic is not loaded.
  public var title: String? {
    if case .comic(let title, _) = content { title } else { nil }
  }

  /// The date of publication, if it is known.
  public var date: CalendarDate? {
    if case .comic(_, let date) = content { date } else { nil }
  }
}

/// A direction from one comic to the next.
public enum ComicStep: Hashable, Sendable, CaseIterable {
  /// To the next higher number that has a comic.
  case newer
  /// To the next lower number that has a comic.
  case older
}
