public import ComicDomain
public import Paging

/// Which comics belong to a page, newest first. Numbers without a comic are among them: that turns out when they are
/// asked for.
public struct ComicsPlan: Equatable, Sendable {
  /// The numbers of the page.
  public var ids: [Comic.ID]
  /// Where the next page begins; nil where this one reaches the first comic.
  public var next: Cursor?

  /// The first page: the latest comic and the four before it.
  public static func first(latest: Comic.ID) -> Self { Self(from: latest.number, count: 5) }

  /// A later page, of ten.
  /// - Parameter cursor: the `next` of a plan; of anything else comes an empty page, which is the last.
  public static func after(_ cursor: Cursor) -> Self { Self(from: (Int(cursor.text) ?? 1) - 1, count: 10) }

  /// All later pages up to the one that holds the item at a place counted from here, so that they can be asked for at once.
  /// - Parameter items: how many items are wanted behind the cursor, as far as there are numbers.
  public static func after(_ cursor: Cursor, items: Int) -> [Self] {
    var plans: [Self] = []
    var next: Cursor? = cursor
    var planned = 0
    while let cursor = next, planned < items {
      let plan = Self.after(cursor)
      plans.append(plan)
      planned += plan.ids.count
      next = plan.next
    }
    return plans
  }

  private init(from newest: Int, count: Int) {
    let oldest = max(newest - count + 1, 1)
    ids = newest < 1 ? [] : (oldest...newest).reversed().map { Comic.ID($0) }
    next = newest >= 1 && oldest > 1 ? Cursor(String(oldest)) : nil
  }
}
