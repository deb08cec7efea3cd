import LineEditor
import StyleGuide
import Terminal

/// The keys that search the text, jump to its appendix, and choose one of its links.
extension LayoutCache {
  typealias State = ItemDetailState<Heading, Value>

  /// Returns the action of a key during a search; nil where the key has its usual meaning.
  func searching<Command>(_ key: Key, _ state: State, _ size: Size) -> ItemDetailAction<Command>? {
    guard let search = state.search else { return nil }
    guard search.isEditing else {
      switch key {
      case "n": return step(1, search, state, size)
      case "N": return step(-1, search, state, size)
      case .escape: return .find(nil, top: first(state, size))
      default: return nil
      }
    }
    if key == .up, search.line.text.isEmpty, let last = state.lastQuery {
      return self.search(state, size) { $0.apply(.insert(last)) }
    }
    switch Typing(key) {
    case .accept?:
      var accepted = search
      accepted.isEditing = false
      if !search.line.text.isEmpty, matches(search, layout(state, size)).lines.isEmpty {
        return .find(accepted, top: first(state, size), notice: search.line.text.noMatch)
      }
      return .find(search.line.text.isEmpty ? nil : accepted, top: first(state, size))
    case .cancel?: return .find(nil, top: search.startPosition)
    case .edit(.deleteLeft)? where search.line.text.isEmpty: return .find(nil, top: search.startPosition)
    case .edit(let edit)?: return self.search(state, size) { $0.apply(edit) }
    case nil: return nil
    }
  }

  /// Changes the search text, and shows its first match at or below the row where the search began.
  func search<Command>(
    _ state: State, _ size: Size, _ change: (inout LineEditor) -> Void
  ) -> ItemDetailAction<Command>? {
    guard var search = state.search else { return nil }
    change(&search.line)
    let layout = layout(state, size)
    let matches = matches(search, layout)
    search.current = matches.first(from: layout.row(of: search.startPosition))
    let found = search.current.map { top(of: matches.lines[$0], from: search.startPosition, state, size) }
    return .find(search, top: found ?? search.startPosition)
  }

  private func step<Command>(
    _ step: Int, _ search: DetailSearch, _ state: State, _ size: Size
  ) -> ItemDetailAction<Command> {
    let layout = layout(state, size)
    let matches = matches(search, layout)
    let top = first(state, size)
    let count = matches.lines.count
    guard count > 0 else { return .find(search, top: top, notice: search.line.text.noMatch) }
    var search = search
    let next = search.current.map { min($0, count - 1) + step } ?? (step > 0 ? 0 : count - 1)
    search.current = (next + count) % count
    let notice = next >= count ? "Search went on from the top." : next < 0 ? "Search went on from the end." : nil
    return .find(
      search, top: self.top(of: matches.lines[(next + count) % count], from: top, state, size), notice: notice)
  }

  /// Returns the top that brings a row into view: the current one if it is in view already, else a third of the window
  /// above it.
  private func top(of row: Int, from top: DetailPosition, _ state: State, _ size: Size) -> DetailPosition {
    let layout = layout(state, size)
    let height = state.bodyHeight(in: size)
    let first = layout.row(of: top)
    return (first..<first + height).contains(row) ? top : layout.position(of: max(0, row - height / 3))
  }

  /// Jumps to the appendix, for instance the comments, or back if the appendix is in view.
  /// - Parameter absence: The notice if there is none.
  func appendix<Command>(_ state: State, _ size: Size, absence: String) -> ItemDetailAction<Command>? {
    let layout = layout(state, size)
    let height = state.bodyHeight(in: size)
    guard let anchor = layout.anchor else { return state.item.value == nil ? nil : .say(absence) }
    let first = state.first(of: layout, height)
    if let top = state.returnPosition, anchor < first + height { return .jump(to: top, returning: nil) }
    return .jump(to: layout.position(of: anchor), returning: layout.position(of: first))
  }

  /// Returns the action of a key while a link is being chosen, and of `o`, which begins to choose one.
  func choosing<Command>(
    _ key: Key, _ state: State, _ size: Size, _ opening: Command?
  ) -> ItemDetailAction<Command>? {
    guard let opening else { return nil }
    let links = layout(state, size).links
    guard let typed = state.link else {
      return key != "o" ? nil : links.isEmpty ? .command(opening) : .choose("")
    }
    if key == "o" { return .command(opening) }
    switch Typing(key) {
    case .accept?:
      guard !typed.isEmpty else { return .command(opening) }
      return Int(typed).flatMap { links.indices.contains($0 - 1) ? .follow(links[$0 - 1]) : nil }
        ?? .say("There is no link \(typed).")
    case .cancel?: return .choose(nil)
    case .edit(let edit)?:
      guard let digits = edit.applied(toNumber: typed) else { return .choose(nil) }
      guard !digits.isEmpty else { return .choose("") }
      // A number with which no other link's number begins is followed at once.
      guard let number = Int(digits), links.indices.contains(number - 1) else { return .choose(digits) }
      return number * 10 > links.count ? .follow(links[number - 1]) : .choose(digits)
    case nil: return nil
    }
  }
}

extension ItemDetailState {
  /// Changes or ends the search, and remembers a text that was typed for it as `lastQuery`.
  public mutating func find(_ search: DetailSearch?, top: DetailPosition, notice: String? = nil) {
    if search?.isEditing != true, let typed = self.search, typed.isEditing, !typed.line.isBlank {
      lastQuery = typed.line.text
    }
    self.search = search
    self.top = top
    self.notice = notice
  }
}

extension String {
  fileprivate var noMatch: String { "No match for “\(self)”." }
}
