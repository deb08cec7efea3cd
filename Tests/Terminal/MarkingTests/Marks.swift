import BookmarksStoreLive
import DatabaseLive
import ItemKind
import ItemMarks
import ReadMarksStoreLive

extension ItemMarks<String> {
  /// Nothing is marked yet.
  static func none() -> Self {
    .live(
      ItemKind("x"), reads: .live(database: .memory()), bookmarks: .live(database: .memory()), idText: { $0 },
      id: { $0 }, now: countingDates())
  }
}
