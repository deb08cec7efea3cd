public import CachedResource
public import ComicDomain

/// The numbers on a page of the list, newest first. Some may turn out to have no comic when they are requested.
public struct ComicsPlan: Equatable, Sendable {
  /// The numbers of the page.
  public var ids: [Comic.ID]
  /// The cursor of the next page; nil if this one ends with the first comic.
  public var next: Cursor?
  /// The cursors of all following pages; nil if there are none.
  public var ahead: CursorSeries? {
    ids.last.flatMap { oldest in
      next.map { _ in CursorSeries(prefix: "", first: oldest.number, suffix: "", step: -Self.size, last: 2) }
    }
  }

  private static let size = 10

  /// Returns the first page: the latest comic and the four before it, or as many as are wanted, up to thirty.
  public static func first(latest: Comic.ID, wanted: Int? = nil) -> Self {
    Self(from: latest.number, count: wanted.map { max(1, min($0, 30)) } ?? 5)
  }

  /// Returns a later page, of ten comics or as many as are wanted.
  ///
  /// - Parameters:
  ///   - cursor: The `next` of a plan. Any other cursor gives an empty page, which is the last.
  ///   - wanted: The number of comics; nil for ten.
  public static func after(_ cursor: Cursor, wanted: Int? = nil) -> Self {
    Self(from: (Int(cursor.text) ?? 1) - 1, count: max(1, min(wanted ?? size, size)))
  }

  private init(from newest: Int, count: Int) {
    let oldest = max(newest - count + 1, 1)
    ids = newest < 1 ? [] : (oldest...newest).reversed().map { Comic.ID($0) }
    next = newest >= 1 && oldest > 1 ? Cursor(String(oldest)) : nil
  }
}
