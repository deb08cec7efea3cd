import ComicDomain
import ComicsRepository
public import Essentials
import ItemMarks
import PostDomain
import PostsRepository
public import Sync
import TodoDomain
import TodosRepository

/// The sections that a server's items can be got of all at once.
public enum SyncKind: String, CaseIterable, Sendable {
  /// Posts, with their authors and comments.
  case posts
  /// Comics, with the pictures of those that are bookmarked, or of all.
  case comics
  /// To-dos.
  case todos
}

extension Repositories {
  /// Gets all of a section. To-dos that wait are not delivered by this.
  /// - `now`: the date that copies are kept with.
  public func section(_ kind: SyncKind, now: @escaping @Sendable () -> Date) -> SyncSection {
    switch kind {
    case .posts:
      .live(
        SyncSource(
          feed: posts.feed, parts: posts.parts, name: { "post \($0.id)" }, date: \.date,
          isBookmarked: \.mark.isBookmarked, cacheFailure: cacheFailure),
        now: now)
    case .comics:
      .live(
        SyncSource(
          feed: comics.feed, parts: comics.parts, name: { "comic \($0.id)" },
          date: \.date, isBookmarked: \.mark.isBookmarked, failure: \.failure, expected: \.id.number,
          wantsAll: \.allPictures, cacheFailure: cacheFailure),
        now: now)
    case .todos:
      .live(
        SyncSource(feed: todos.feed(.all), name: { "to-do \($0.todo.title)" }, isBookmarked: { _ in false }), now: now)
    }
  }
}

extension ComicEntry {
  /// The start of its day.
  fileprivate var date: Date? {
    guard case .comic(_, let date?) = content else { return nil }
    return try? Date(date.description, strategy: Date.ISO8601FormatStyle().year().month().day())
  }

  fileprivate var failure: (any Error)? {
    if case .failed(let error) = content { error } else { nil }
  }
}
