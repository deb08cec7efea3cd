import DatabaseLive
import FlagsStoreLive
import ItemKind
import ItemMarks

extension ItemMarks<String> {
  /// Nothing is marked yet.
  static func none() -> Self {
    .live(
      ItemKind("x"), flags: .live(database: .memory()), idText: { $0 },
      id: { $0 }, now: countingDates())
  }
}
