import LineEditor
import Observed
import StyleGuide
import Terminal

/// A cache of the last layout and the last search result, so that scrolling neither wraps nor searches the text again.
struct LayoutCache<Heading: DetailHeading, Value: Equatable & Sendable, Content: Equatable & Sendable>: Sendable
where Heading.ID: Sendable {
  let look: ItemDetailLook<Heading, Value, Content>
  private let entry = Observed<(content: Content, room: Size, layout: DetailLayout)?>(nil)
  private let found = Observed<(query: String, isWords: Bool, layout: DetailLayout, matches: DetailMatches)?>(nil)

  func layout(_ state: ItemDetailState<Heading, Value>, _ size: Size) -> DetailLayout {
    let content = look.content(state)
    let room = Size(width: size.width, height: state.bodyHeight(in: size))
    return entry.update { entry in
      if let entry, entry.room == room, entry.content == content { return entry.layout }
      let layout = look.layout(content, room)
      entry = (content, room, layout)
      return layout
    }
  }

  /// Scrolls by rows, and not beyond the ends of the page.
  func scroll<Command>(_ step: Int, _ state: ItemDetailState<Heading, Value>, _ size: Size) -> ItemDetailAction<Command>
  {
    let layout = layout(state, size)
    let rows = layout.lines.count
    let height = state.bodyHeight(in: size)
    let row = state.first(of: layout, height) + max(-rows, min(step, rows))
    return .scroll(to: layout.position(of: max(0, min(row, rows - height))))
  }

  /// Returns the matches of a search in the text.
  func matches(_ search: DetailSearch, _ layout: DetailLayout) -> DetailMatches {
    let query = search.line.text
    let isWords = search.isWords
    return found.update { found in
      if let found, found.query == query, found.isWords == isWords, found.layout == layout { return found.matches }
      let matches = DetailMatches(of: query, isWords: isWords, in: layout)
      found = (query, isWords, layout, matches)
      return matches
    }
  }

  /// Returns the first visible row.
  func first(_ state: ItemDetailState<Heading, Value>, _ size: Size) -> DetailPosition {
    let layout = layout(state, size)
    return layout.position(of: state.first(of: layout, state.bodyHeight(in: size)))
  }

  func isAtEnd(_ state: ItemDetailState<Heading, Value>, _ size: Size) -> Bool {
    let layout = layout(state, size)
    let height = state.bodyHeight(in: size)
    return state.first(of: layout, height) + height >= layout.lines.count
  }
}
