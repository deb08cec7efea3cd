import ItemKind
import Observed
import Synchronization

extension ReadMarksStore {
  /// Behaves, and forgets at exit.
  public static func memory() -> Self {
    let (kept, changes) = (KeptMarks(), ChangeSource())
    return Self(
      add: { kind, ids, batch in
        let count = kept.marks.withLock { marks in
          let new = Set(ids).filter { marks[kind]?[$0] == nil }
          for id in new { marks[kind, default: [:]][id] = batch }
          return new.count
        }
        if count > 0 { changes.send() }
        return count
      },
      remove: { kind, ids in
        let removed = kept.marks.withLock { marks in
          ids.reduce(into: [String: ReadMarksBatch]()) { removed, id in
            if let batch = marks[kind]?.removeValue(forKey: id) { removed[id] = batch }
          }
        }
        if !removed.isEmpty { changes.send() }
        return removed
      },
      takeBack: { batch in
        let count = kept.marks.withLock { marks in
          let before = marks.values.reduce(0) { $0 + $1.count }
          marks = marks.mapValues { $0.filter { $0.value != batch } }
          return before - marks.values.reduce(0) { $0 + $1.count }
        }
        if count > 0 { changes.send() }
        return count
      },
      marked: { kind, ids in
        kept.marks.withLock { marks in Set(ids).filter { marks[kind]?[$0] != nil } }
      },
      ids: { kind, last, limit in
        let ids = kept.marks.withLock { Array(($0[kind] ?? [:]).keys) }
          .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        let rest = last.map { last in ids.drop { !last.utf8.lexicographicallyPrecedes($0.utf8) } } ?? ids[...]
        return Array(rest.prefix(max(0, limit)))
      },
      changes: changes.signal)
  }

  /// Nothing was read, and nothing ever is.
  public static var stub: Self {
    Self(
      add: { _, _, _ in 0 }, remove: { _, _ in [:] }, takeBack: { _ in 0 }, marked: { _, _ in [] },
      ids: { _, _, _ in [] }, changes: .none)
  }

  /// Fails at every endpoint; nothing ever changes.
  public static func failing(_ error: any Error) -> Self {
    Self(
      add: { _, _, _ in throw error }, remove: { _, _ in throw error }, takeBack: { _ in throw error },
      marked: { _, _ in throw error }, ids: { _, _, _ in throw error }, changes: .none)
  }
}

private final class KeptMarks: Sendable {
  let marks = Mutex<[ItemKind: [String: ReadMarksBatch]]>([:])
}
