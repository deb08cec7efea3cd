import PostDomain
import PostsRepository
import StyleGuide
import TextFilter
import TextLayout

extension PostListState {
  /// Puts the titles from the beginning in place of what was there; what was selected stays selected if it still exists.
  mutating func replace(with titles: [PostTitle], freshness: Freshness, hasMore: Bool) {
    let (place, id) = (position.selected, selected?.id)
    self.titles = titles
    self.freshness = freshness
    self.hasMore = hasMore
    index = TextFilter()
    for title in titles { index.append(TextLayout.line(title.title)) }
    if filter == nil {
      let row = titles.firstIndex { $0.id == id } ?? place
      position.select(row, count: count)
    }
  }

  /// Puts more titles behind the last.
  mutating func append(_ more: [PostTitle], hasMore: Bool) {
    titles += more
    self.hasMore = hasMore
    for title in more { index.append(TextLayout.line(title.title)) }
  }

  /// Whether the selection is so near the end that the next page should come.
  func isNearEnd(height: Int) -> Bool {
    hasMore && loading == nil && position.selected + max(height, 1) >= count
  }

  /// What was said about the last thing done goes away with the next; on a page with nothing else, it stays.
  mutating func forget() {
    notice = nil
    if !titles.isEmpty { failure = nil }
  }

  /// Whether a load from the beginning may start; then it has.
  mutating func beginFirst() -> Bool {
    if case .first? = loading { return false }
    loading = .first(tick: nil)
    failure = nil
    return true
  }
}
