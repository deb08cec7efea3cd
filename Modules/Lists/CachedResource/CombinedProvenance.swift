public import Essentials

/// The combined provenance of several results.
public struct CombinedProvenance: Sendable {
  /// The date when the oldest cached part was fetched; nil if no part is a cached copy.
  public private(set) var cachedAt: Date?
  /// The first reason why a part is a cached copy or missing. `UnreadableItems` are added up, and any other reason
  /// takes precedence over them.
  public private(set) var failure: (any Error)?
  /// Whether any part came from a server.
  public private(set) var isFromServer = false

  public init() {}

  /// Adds a part.
  public mutating func add<Value>(_ part: Loaded<Value>) {
    switch part.provenance {
    case .server: isFromServer = true
    case .cache: cachedAt = min(cachedAt ?? .distantFuture, part.fetchedAt)
    }
    failure = UnreadableItems.added(failure, part.failure)
  }

  /// Adds a part that could not be loaded.
  public mutating func addMissing(_ error: any Error) {
    failure = UnreadableItems.added(failure, (error as? NoCachedCopy)?.failure ?? error)
  }
}
