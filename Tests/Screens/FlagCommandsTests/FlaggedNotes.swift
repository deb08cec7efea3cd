import DatabaseLive
import FlagsRepository
import FlagsStore
import FlagsStoreLive
import Foundation
import PagedList

/// An item with flags, for tests.
struct Note: Identifiable, Equatable, Sendable {
  var id: String
  var flags = ItemFlags()
}

extension ItemKind {
  static let note = Self("note")
}

extension FlagsRepository<String> {
  static func notes(_ flags: FlagsStore) -> Self {
    let list = ListReader<Listed<Note>>.inMemory([], flags: flags, kind: .note, idText: { $0 }, id: { $0 })
    return .live(.note, flags: flags, list: list, idText: { $0 }, now: countingDates())
  }
}

extension PagedList<Note> {
  /// Returns a list of notes with their flags.
  static func notes(_ ids: String..., flags: FlagsStore) -> Self {
    let list = ListReader<Listed<Note>>.inMemory(
      ids.map { Note(id: $0) }, flags: flags, kind: .note, idText: { $0 }, id: { $0 })
    return .inMemory(list.map { notes in notes.map { Note(id: $0.id, flags: $0.flags) } })
  }
}
