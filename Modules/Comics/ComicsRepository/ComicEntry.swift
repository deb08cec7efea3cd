public import ComicDomain
public import FlagsRepository
public import NetworkClient

/// A comic as a list shows it.
public struct ComicEntry: Equatable, Sendable, Identifiable {
  /// What there is to be shown.
  public enum Content: Equatable, Sendable {
    /// The comic's headline, and when it appeared.
    case comic(title: String, date: CalendarDate?)
    /// It could not be had, for this reason; `ComicsRepository.retry` asks for it again.
    case failed(NetworkClient.Error)
    /// It is bookmarked, and not kept; `ComicsRepository.retry` asks for it.
    case notSaved
  }

  /// Its number.
  public var id: Comic.ID
  /// What there is to be shown.
  public var content: Content
  /// What the reader has marked it with.
  public var mark: ItemMark

  public init(id: Comic.ID, content: Content, mark: ItemMark = ItemMark()) {
    self.id = id
    self.content = content
    self.mark = mark
  }

  /// The headline; nil where the comic could not be had.
  public var title: String? {
    if case .comic(let title, _) = content { title } else { nil }
  }
}

/// From one comic to the next.
public enum ComicStep: Hashable, Sendable, CaseIterable {
  /// To the next higher number there is.
  case newer
  /// To the next lower number there is.
  case older
}

/// The comic has no picture that can be shown as one.
public struct NoPicture: Error, Hashable, Sendable {
  public init() {}
}
