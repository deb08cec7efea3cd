import PostDomain
import PostsRepository
import StyleGuide
import TextLayout
import TextSearch

extension PostListState {
  /// Puts the titles from the beginning in place of what was there; what was selected stays selected if it still exists.
  /// What the filter lets through is others in the same step: at no moment is it what is no more there.
  mutating func replace(with titles: [PostTitle], freshness: Freshness, hasMore: Bool) {
    let (place, id) = (position.selected, selected?.id)
    self.titles = titles
    self.freshness = freshness
    self.hasMore = hasMore
    index = titles.map { TextSearch.folded(TextLayout.line($0.title)) }
    if titles.isEmpty { filter = nil }
    searchAgain()
    if let row = filter?.matches.firstIndex(where: { titles[$0].id == id }) {
      position.select(row, count: count)
    } else if filter == nil {
      position.select(titles.firstIndex { $0.id == id } ?? place, count: count)
    } else if filter?.isSearching == false {
      position.select(place, count: count)
    }
  }

  /// Where the selected title stands among all of them, filtered or not.
  var selectedRow: Int {
    guard let matches = filter?.matches else { return position.selected }
    return matches.indices.contains(position.selected) ? matches[position.selected] : 0
  }

  /// Puts more titles behind the last.
  mutating func append(_ more: [PostTitle], hasMore: Bool) {
    titles += more
    self.hasMore = hasMore
    index += more.map { TextSearch.folded(TextLayout.line($0.title)) }
    searchAgain()
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
