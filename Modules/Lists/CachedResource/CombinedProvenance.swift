public import Essentials

/// Where several things come from that are shown together.
public struct CombinedProvenance: Sendable {
  /// When the oldest kept part was fetched; nil where no part is a kept copy.
  public private(set) var cachedAt: Date?
  /// Why something is a kept copy, or missing: the first reason there was. `UnreadableItems` are counted together, and
  /// any other reason comes before them.
  public private(set) var failure: (any Error)?
  /// Whether a server gave one of the parts.
  public private(set) var isFromServer = false

  public init() {}

  /// One part more.
  public mutating func add<Value>(_ part: Loaded<Value>) {
    switch part.provenance {
    case .server: isFromServer = true
    case .cache: cachedAt = min(cachedAt ?? .distantFuture, part.fetchedAt)
    }
    add(part.failure)
  }

  /// A part that could not be had.
  public mutating func addMissing(_ error: any Error) {
    add((error as? NoCachedCopy)?.failure ?? error)
  }

  private mutating func add(_ failure: (any Error)?) {
    switch (self.failure, failure) {
    case (let before as UnreadableItems, let more as UnreadableItems):
      self.failure = UnreadableItems(before.count + more.count)
    case (is UnreadableItems, let failure?): self.failure = failure
    case (let before, let failure): self.failure = before ?? failure
    }
  }
}
