import Observed
import PostsRepository
import StyleGuide
import TextSearch

extension PostListState {
  /// How many titles are looked through before the screen may show what was found: under a millisecond's work.
  private static var stride: Int { 8_192 }

  /// Takes a new query, and looks through the first titles for it.
  mutating func filter(by query: String) {
    guard filter != nil else { return }
    filter?.query = query
    position = ListPosition()
    searchAgain()
  }

  /// Looks through the first titles for the query there is, because the titles are others now.
  mutating func searchAgain() {
    searches += 1
    filter?.matches = []
    filter?.isSearching = true
    search(in: 0..<Self.stride)
  }

  private mutating func search(in range: Range<Int>) {
    guard let query = filter?.query else { return }
    // Every title holds nothing.
    if query.isEmpty { return take(Array(titles.indices), from: titles.indices) }
    take(matches(query, in: range), from: range)
  }

  private mutating func take(_ found: [Int], from range: Range<Int>) {
    filter?.matches += found
    filter?.isSearching = range.upperBound < index.count
    searched = range.upperBound
  }

  /// Which titles of a range hold the words of a query.
  private func matches(_ query: String, in range: Range<Int>) -> [Int] {
    let query = TextSearch.Query(query)
    return range.clamped(to: index.indices).filter {
      query.mayMatch(folded: index[$0]) && (!query.needsExactCheck || query.matches(titles[$0].title))
    }
  }

  /// Looks through the titles that are left, beside everything else, until another search begins.
  static func searchOn(_ state: Observed<Self>) -> Task<Void, Never> {
    let now = state.value
    let (filter, index, search, start) = (now.filter, now.index, now.searches, now.searched)
    guard let filter, filter.isSearching else { return Task {} }
    return Task {
      for lower in Swift.stride(from: start, to: index.count, by: Self.stride) {
        let range = lower..<min(lower + Self.stride, index.count)
        let found = now.matches(filter.query, in: range)
        if Task.isCancelled { return }
        state.update { if $0.searches == search, $0.searched == lower { $0.take(found, from: range) } }
      }
    }
  }

  /// Begins to type a filter, or goes on with the one there is.
  mutating func beginFilter() {
    if filter != nil {
      filter?.isEditing = true
    } else {
      filter = Filter(origin: position.selected)
      searchAgain()
    }
  }

  /// Takes the last character from the query; from an empty one, ends the filter.
  mutating func deleteBackward() {
    guard let query = filter?.query else { return }
    if query.isEmpty { endFilter() } else { filter(by: String(query.dropLast())) }
  }

  /// Ends typing; an empty filter is none.
  mutating func keepFilter() {
    if filter?.query.isEmpty == true { endFilter() } else { filter?.isEditing = false }
  }

  /// Shows all titles again, and selects the one that was selected among the matches.
  mutating func endFilter() {
    guard let filter else { return }
    let row = filter.matches.isEmpty ? filter.origin : filter.matches[min(position.selected, filter.matches.count - 1)]
    self.filter = nil
    position.select(row, count: count)
  }
}
