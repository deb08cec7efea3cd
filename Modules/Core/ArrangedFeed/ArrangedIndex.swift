import Feed
import Observed

/// The places of a list's items as they are arranged.
actor ArrangedIndex<Item: Identifiable & Sendable> where Item.ID: Sendable {
  private let feed: Feed<Item>
  private let arrangement: Observed<Arrangement>
  private let read: @Sendable ([Item.ID]) async throws -> Set<Item.ID>
  private let readChanges: ChangeSignal
  /// Counts the changes, so that an order which was read before the last of them is known to be old.
  private let generation = Observed(0)
  private var known: (arrangement: Arrangement, generation: Int, order: [Place])?
  /// What was shown as unread since it was arranged like this.
  private var shown: Set<Item.ID> = []

  init(
    _ feed: Feed<Item>, arrangement: Observed<Arrangement>,
    read: @escaping @Sendable ([Item.ID]) async throws -> Set<Item.ID>,
    readChanges: ChangeSignal
  ) {
    (self.feed, self.arrangement, self.read, self.readChanges) = (feed, arrangement, read, readChanges)
  }

  /// The places in their order; nil where all is as the server lists it.
  func order() async throws -> [Place]? {
    let wanted = arrangement.value
    guard !wanted.isPlain else {
      (known, shown) = (nil, [])
      return nil
    }
    let now = generation.value
    if let known, known.arrangement == wanted, known.generation == now { return known.order }
    if let known, known.arrangement != wanted { shown = [] }
    let order = try await read(wanted)
    known = (wanted, now, order)
    return order
  }

  /// Items were shown: those that are unread stay where they are once they are read.
  func show(_ ids: [Item.ID]) async {
    guard let known, known.arrangement.isOnlyUnread || known.arrangement.order == .unreadFirst else { return }
    let before = generation.value
    // What has changed since is read and shown anew.
    guard let read = try? await read(ids.filter { !shown.contains($0) }), generation.value == before else { return }
    shown.formUnion(ids.filter { !read.contains($0) })
  }

  /// The next order is made of what is unread then.
  func forgetShown() {
    shown = []
    generation.update { $0 += 1 }
  }

  /// Signals every change, when the order that is asked for next is the new one.
  nonisolated var changes: ChangeSignal {
    let (sources, generation) = (ChangeSignal.merging(feed.changes, readChanges), generation)
    let counted = ChangeSignal { notify in
      let stopCounting = sources.watch { generation.update { $0 += 1 } }
      let stop = generation.changes.watch(notify)
      return {
        stopCounting()
        stop()
      }
    }
    return .merging(arrangement.changes, counted)
  }

  private func read(_ wanted: Arrangement) async throws -> [Place] {
    var (unread, rest) = ([Place](), [Place]())
    let isSplit = wanted.isOnlyUnread || wanted.order == .unreadFirst
    for try await keys in feed.keys(wanted.feedOrder) {
      guard isSplit else {
        unread += keys.map(\.place)
        continue
      }
      let read = try await read(keys.map(\.id))
      for key in keys {
        if !read.contains(key.id) || shown.contains(key.id) { unread.append(key.place) } else { rest.append(key.place) }
      }
    }
    return wanted.isOnlyUnread ? unread : unread + rest
  }
}
