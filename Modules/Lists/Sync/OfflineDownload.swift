// Saving what a list needs to be read offline.

import CachedResource
import Concurrency
import Database
public import Essentials
public import FlagsRepository
public import FlagsStore

/// Saves items for reading offline, with the data that belongs to them and is not in their list, such as comments and
/// pictures.
public struct OfflineDownload<ID: Hashable & Sendable>: Sendable {
  /// Returns the saved part of an item.
  public var saved: @Sendable (_ id: ID) async -> SavedExtent
  /// Asks the server for all data of an item that may be missing or old, and saves it. Callers for the same item share
  /// one download. If the last of them is cancelled, it cancels the download, waits for its end and gets its result.
  /// - Throws: `NoCachedCopy` or `NetworkClient.Error` if something is not the latest; `DatabaseError` if it could not
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

/// The saved part of an item.
public enum SavedExtent: Hashable, Sendable {
  /// Not even the item itself.
  case nothing
  /// The item, but not all of its data.
  case item
  /// Everything, last saved at this date.
  case all(Date)

  /// The date when everything was last saved; nil if something is missing.
  public var date: Date? {
    if case .all(let date) = self { date } else { nil }
  }
}

/// An error for an item whose data the server is known not to have. It does not count as a failure.
public struct NothingToDownload: Error {
  public init() {}
}

extension OfflineDownload {
  /// Returns the download of one kind of item.
  /// - Parameters:
  ///   - saved: Returns the saved part of an item.
  ///   - save: Asks the server for all data of an item that may be missing or old, and saves it.
  public static func live(
    saved: @escaping @Sendable (_ id: ID) async -> SavedExtent,
    save: @escaping @Sendable (_ id: ID) async throws -> Void
  ) -> Self {
    // The last caller to give up learns whether the item was saved.
    let downloads = SingleFlight<ID, Void>(waitsForEnd: true)
    return Self(saved: saved, item: { id in try await downloads.value(id) { try await save(id) } })
  }

  /// Downloads the bookmarked items of which something is missing, a few at a time, newest bookmark first.
  /// - Parameters:
  ///   - kind: The kind of the items.
  ///   - flags: The store of the bookmarks.
  ///   - id: Converts the text of an identity back.
  /// - Throws: After all were tried, the first error because of which an item itself is not saved; immediately,
  ///   `DatabaseError` or `CancellationError`.
  public func bookmarks(
    of kind: ItemKind, in flags: FlagsStore, id: @escaping @Sendable (_ text: String) -> ID
  ) async throws {
    let bookmarks = try await flags.bookmarks(kind)
    let failures = try await bookmarks.concurrentMap(limit: 8) { try await complete(id($0.id)) }
    let failure = failures.firstNonNil { $0 }
    if let failure { throw (failure as? NoCachedCopy)?.failure ?? failure }
  }

  /// Downloads an item that is not saved completely, and returns the error if the item itself is not saved even then.
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
  /// Returns the same repository, except that adding a bookmark also starts the download of the item without waiting
  /// for it.
  public func downloading(_ download: OfflineDownload<ID>) -> Self {
    var repository = self
    repository.setBookmarked = { id, isBookmarked in
      let undo = try await setBookmarked(id, isBookmarked)
      // The bookmark is saved even if the item cannot be downloaded now.
      if isBookmarked { Task { try? await download.item(id) } }
      return undo
    }
    return repository
  }
}
