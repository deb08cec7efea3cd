import ComicDomain
import ComicsRepository
public import Essentials
import FlagsStore
public import Observed
import PostDomain
import PostsRepository
public import Settings
public import Sync
import TodoDomain
import TodosRepository

/// A section that can be downloaded as a whole.
public enum SyncKind: String, CaseIterable, Sendable {
  /// Posts with their authors and comments, and with the pictures of those that are bookmarked, or of all.
  case posts
  /// Comics with the pictures of those that are bookmarked, or of all.
  case comics
  /// To-dos.
  case todos
}

extension SyncKind {
  /// Returns the server of the section.
  public func server(_ settings: Settings) -> URL {
    switch self {
    case .posts: settings.server
    case .comics: settings.comicsServer
    case .todos: settings.todosServer
    }
  }
}

extension Repositories {
  /// Downloads a section. This does not deliver waiting edits of to-dos.
  /// - Parameters:
  ///   - kind: The section.
  ///   - options: The amount to download.
  ///   - tally: Receives the progress and the result.
  ///   - now: Returns the date that copies are saved with.
  public func sync(_ kind: SyncKind, _ options: SyncOptions, _ tally: Observed<SyncTally>, now: () -> Date) async {
    switch kind {
    case .posts:
      // The texts of a feed come with its list, and its comments are a request for each post.
      let source = SyncSource(
        list: posts.list, download: options.allPictures ? posts.downloadWithPictures : posts.download,
        name: { "post \($0.id)" }, date: \.date, isBookmarked: \.flags.isBookmarked,
        wantsAll: { [hasFeed] in if options.allPictures { true } else { await hasFeed() != true } },
        cacheFailure: { [cacheFailure] in cacheFailure.value })
      await source.sync(options, tally, now: now)
    case .comics:
      let source = SyncSource(
        list: comics.list, download: comics.download, name: { "comic \($0.id)" }, date: \.date,
        isBookmarked: \.flags.isBookmarked, failure: \.failure, expected: \.id.number,
        wantsAll: { options.allPictures },
        cacheFailure: { [cacheFailure] in cacheFailure.value })
      await source.sync(options, tally, now: now)
    case .todos:
      let source = SyncSource(list: todos.list(.all), name: { "to-do \($0.todo.title)" })
      await source.sync(options, tally, now: now)
    }
  }
}

extension ComicEntry {
  /// The start of the comic's day, in UTC.
  fileprivate var date: Date? {
    guard case .comic(_, let date?) = content else { return nil }
    return date.start
  }

  fileprivate var failure: (any Error)? {
    if case .failed(let error) = content { error } else { nil }
  }
}
