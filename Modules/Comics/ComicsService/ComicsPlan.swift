public import CachedResource
public import ComicDomain

/// Which comics belong to a page, newest first. Numbers without a comic are among them: that turns out when they are
/// asked for.
public struct ComicsPlan: Equatable, Sendable {
  /// The numbers of the page.
  public var ids: [Comic.ID]
  /// Where the next page begins; nil where this one reaches the first comic.
  public var next: Cursor?
  /// Where all pages behind this one begin; nil where there is none.
  public var ahead: CursorSeries? {
    ids.last.flatMap { oldest in
      next.map { _ in CursorSeries(prefix: "", first: oldest.number, suffix: "", step: -Self.size, last: 2) }
    }
  }

  private static let size = 10

  /// The first page: the latest comic and the four before it; or as many as are wanted, as far as those can be asked for
  /// side by side.
  public static func first(latest: Comic.ID, wanted: Int? = nil) -> Self {
    Self(from: latest.number, count: wanted.map { max(1, min($0, 30)) } ?? 5)
  }

  /// A later page, of ten or as many as are wanted.
  /// - Parameter cursor: the `next` of a plan; of anything else comes an empty page, which is the last.
  public static func after(_ cursor: Cursor, wanted: Int? = nil) -> Self {
    Self(from: (Int(cursor.text) ?? 1) - 1, count: max(1, min(wanted ?? size, size)))
  }

  private init(from newest: Int, count: Int) {
    let oldest = max(newest - count + 1, 1)
    ids = newest < 1 ? [] : (oldest...newest).reversed().map { Comic.ID($0) }
    next = newest >= 1 && oldest > 1 ? Cursor(String(oldest)) : nil
  }
}
