// Saving what a list needs to be read offline.

import CachedResource
import Concurrency
import Database
public import Essentials
public import FlagsRepository
public import FlagsStore
public import ItemKind

/// Saves items with what belongs to them and is not in their list, such as comments and pictures, to be read offline.
public struct OfflineDownload<ID: Hashable & Sendable>: Sendable {
  /// Returns how much of an item is saved.
  public var saved: @Sendable (_ id: ID) async -> SavedExtent
  /// Asks the server for everything of an item that may be missing or old, and saves it. Callers for the same item share
  /// one download. The last of them that gives up cancels it, and gets its result once it has ended.
  /// - Throws: why something is not the latest: `NoCachedCopy` or `NetworkClient.Error`; `DatabaseError` where it could not
  ///   be saved; `NothingToDownload`; or `CancellationError`.
  public var item: @Sendable (_ id: ID) async throws -> Void

  public init(
    saved: @escaping @Sendable (_ id: ID) async -> SavedExtent = { _ in .nothing },
    item: @escaping @Sendable (_ id: ID) async throws -> Void
  ) {
    self.saved = saved
    self.item = item
  }
}

/// How much of an item is saved.
public enum SavedExtent: Hashable, Sendable {
  /// Not even the item itself.
  case nothing
  /// The item, and not all that belongs to it.
  case item
  /// Everything, last saved at this date.
  case all(Date)

  /// When everything was last saved; nil where something is missing.
  public var date: Date? {
    if case .all(let date) = self { date } else { nil }
  }
}

/// The server is known not to have what belongs to an item, which is no failure.
public struct NothingToDownload: Error {
  public init() {}
}

extension OfflineDownload {
  /// Downloads items of one kind.
  /// - Parameter save: Asks the server for everything of an item that may be missing or old, and saves it.
  public static func live(
    saved: @escaping @Sendable (_ id: ID) async -> SavedExtent,
    save: @escaping @Sendable (_ id: ID) async throws -> Void
  ) -> Self {
    Self(saved: saved, item: SharedDownloads(save).download)
  }

  /// Downloads the bookmarked items of which something is missing, a few at a time, newest bookmark first.
  /// - Parameter id: Returns the item that a bookmark names.
  /// - Throws: the first reason why an item itself is not saved, when all were tried; `DatabaseError` or
  ///   `CancellationError`, at once.
  public func bookmarks(
    of kind: ItemKind, in flags: FlagsStore, id: @escaping @Sendable (_ text: String) -> ID
  ) async throws {
    var last: Bookmark?
    var failure: (any Error)?
    while case let bookmarks = try await flags.bookmarks(kind, last, 100), !bookmarks.isEmpty {
      let failures = try await bookmarks.concurrentMap(limit: 8) { try await complete(id($0.id)) }
      failure = failure ?? failures.lazy.compactMap { $0 }.first
      last = bookmarks.last
    }
    if let failure { throw (failure as? NoCachedCopy)?.failure ?? failure }
  }

  /// Downloads an item unless all of it is saved, and returns why the item itself is not.
  private func complete(_ id: ID) async throws -> (any Error)? {
    guard await saved(id).date == nil else { return nil }
    do {
      try await item(id)
      return nil
    } catch let error as DatabaseError {
      throw error
    } catch {
      try Task.checkCancellation()
      return await saved(id) == .nothing ? error : nil
    }
  }
}

extension FlagsRepository {
  /// The same marks; the download of an item begins after it was bookmarked, and is not waited for.
  public func downloading(_ download: OfflineDownload<ID>) -> Self {
    var marks = self
    marks.setBookmarked = { id, isBookmarked in
      let undo = try await setBookmarked(id, isBookmarked)
      // The bookmark is saved, whether its item can be downloaded now or not.
      if isBookmarked { Task { try? await download.item(id) } }
      return undo
    }
    return marks
  }
}
