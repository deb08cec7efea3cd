// Pictures of servers, saved for offline use.

public import CachedResource
public import Database
import DatabaseStore
public import Essentials
import NetworkClient
public import Pictures
public import Store
import Sync
import Synchronization

/// The pictures of any server and their cached copies. Each is requested at most once a run, because pictures hardly
/// ever change.
public final class CachedPictures: Sendable {
  /// The time, in seconds, after which a server is asked again for a picture that it does not have.
  private static let gapLifetime: TimeInterval = 24 * 60 * 60

  private let service: PicturesService
  private let store: PicturesStore
  private let missing: MissingPicturesStore
  private let now: @Sendable () -> Date
  /// The addresses whose cached pictures need no revalidation.
  private let current = Mutex<Set<URL>>([])

  /// - Parameters:
  ///   - service: Requests pictures.
  ///   - store: Holds the pictures that were loaded.
  ///   - missing: The addresses at which servers have no picture.
  ///   - now: Returns the date for cached copies.
  public init(
    _ service: PicturesService, _ store: PicturesStore, missing: MissingPicturesStore,
    now: @escaping @Sendable () -> Date
  ) {
    self.service = service
    self.store = store
    self.missing = missing
    self.now = now
  }

  /// Downloads a picture and returns it. If the server has none (404, 410), it is not asked again for a day.
  /// - Throws: The errors of `load`; `NothingToDownload` within that day.
  @discardableResult
  public func download(_ address: URL) async throws -> Picture {
    if await isMissing(address) { throw NothingToDownload() }
    do { return try await load(address).value } catch let nothing as NoCachedCopy {
      if case NetworkClient.Error.rejected(let status) = nothing.failure, [404, 410].contains(status) {
        await noteMissing(address, status: status)
      }
      throw nothing
    }
  }

  /// Returns whether the server was found to have no picture, less than a day ago.
  public func isMissing(_ address: URL) async -> Bool {
    guard let known = try? await missing.value(address) else { return false }
    // A date in the future was saved before the clock was set back.
    return (0..<Self.gapLifetime).contains(now().timeIntervalSince(known.fetchedAt))
  }

  /// Records that the server has no picture, so that `download` does not ask it again for a day.
  /// - Parameters:
  ///   - address: The address of the picture.
  ///   - status: The HTTP status code of its answer.
  public func noteMissing(_ address: URL, status: Int) async {
    try? await missing.insert(CachedCopy(status, fetchedAt: now()), address)
  }

  /// Returns a picture, with the failure if it is not the latest.
  /// - Throws: `NoCachedCopy`, whose failure is a `NetworkClient.Error` or a `Picture.Error`; or `CancellationError`.
  public func load(_ address: URL) async throws -> Loaded<Picture> {
    if let copy = try? await store.value(address), copy.validator == nil || isCurrent(address) {
      noteCurrent(address)
      return Loaded(copy.value, from: .cache, fetchedAt: copy.fetchedAt)
    }
    let loader = CachedResource<Picture>.live(
      remote: { [service] in try await service.picture(address, $0) }, store: store, key: address, now: now)
    let loaded = try await loader.load()
    if loaded.failure == nil { noteCurrent(address) }
    return loaded
  }

  /// Returns a picture that is shown, and records in the store that it was seen.
  /// - Throws: The errors of `load`.
  public func show(_ address: URL) async throws -> Loaded<Picture> {
    let loaded = try await load(address)
    Task { [store, now] in try? await store.noteSeen(address, now()) }
    return loaded
  }

  /// Returns a cached picture, without a request.
  public func copy(_ address: URL) async -> CachedCopy<Picture>? { try? await store.value(address) }

  private func isCurrent(_ address: URL) -> Bool { current.withLock { $0.contains(address) } }

  private func noteCurrent(_ address: URL) { current.withLock { _ = $0.insert(address) } }
}

/// A store of pictures by their address, in their original form. A damaged one counts as missing.
public typealias PicturesStore = Store<URL, CachedCopy<Picture>>

/// A store of the addresses at which servers have no picture, each with the HTTP status code of the answer.
public typealias MissingPicturesStore = Store<URL, CachedCopy<Int>>

extension MissingPicturesStore {
  /// Returns a store in a database, with a row for each address.
  /// - Parameters:
  ///   - database: The database.
  ///   - table: The name of the table; each resource with pictures has one of its own.
  public static func live(database: Database, table: String = "missing_pictures") -> Self {
    database.copies(named: table, versions: 1...1, key: \.absoluteString)
  }
}

extension PicturesStore {
  /// Returns a store in a database, with a row for each address that holds the original file.
  /// - Parameters:
  ///   - database: The database.
  ///   - table: The name of the table; each resource with pictures has one of its own.
  public static func live(database: Database, table: String = "pictures") -> Self {
    database.copies(
      named: table, versions: 1...1, key: \.absoluteString, encode: \.bytes, decode: { try Picture($0) })
  }
}
