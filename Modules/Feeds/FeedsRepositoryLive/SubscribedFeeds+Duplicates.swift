import Database
import Essentials
import FeedsService
import FeedsStore
import FlagsStore
import PagedList
import PostDomain
import PostsRepository
import Synchronization

/// Posts of different feeds with the same text.
extension SubscribedFeeds {
  /// Writes to the flags that a post was read, or is unread again, because another with its text is.
  func saveSharedReads() async throws {
    let shared = try await parts.sharedReads()
    guard shared != SharedReads() else { return }
    if !shared.read.isEmpty { _ = try await flags.addRead(.post, shared.read.map(\.text), .random()) }
    if !shared.unread.isEmpty { _ = try await flags.removeRead(.post, shared.unread.map(\.text)) }
    try await parts.dropSharedReads(shared.number)
  }

  /// The number of first loads that have ended in this run.
  var firstLoadCount: Int { firstLoads.withLock(\.count) }

  /// Notes that the first load of a feed has ended.
  func noteFirstLoad(of part: Int) { firstLoads.withLock { $0[part] = $0.count + 1 } }

  /// Returns those of the posts of a first load whose texts had not come before, with another feed.
  /// - Parameter start: The number of first loads that had ended before the load.
  func new(_ ids: [Post.ID], since start: Int) async throws -> [Post.ID] {
    let others = try await parts.others(ids)
    if others.isEmpty { return ids }
    var came: [Int: Bool] = [:]
    for part in Set(others.values.joined().map(\.part)) {
      guard firstLoads.withLock({ $0[part] ?? 0 }) <= start, let address = address(ofPart: part) else { continue }
      came[part] = try await store.state(address).arrivingRead == nil
    }
    return ids.filter { id in !(others[id] ?? []).contains { came[$0.part] == true } }
  }
}
