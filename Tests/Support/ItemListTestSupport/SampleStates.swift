public import Essentials
public import ItemList

/// Returns every state of a list, to be drawn.
/// - Parameters:
///   - items: Three or more items.
///   - matches: The items that the filter "de" finds.
///   - now: The date to draw them at.
public func sampleStates<Item: ListItem>(
  _ items: [Item], matching matches: [Item], now: Date = Date(timeIntervalSince1970: 0)
) -> [(name: String, state: ItemListState<Item>)] {
  typealias State = ItemListState<Item>
  let refused = ItemListFailure("connection refused: http://localhost:8000")

  func empty(_ change: (inout State) -> Void = { _ in }) -> State {
    var state = State()
    state.isRead = true
    change(&state)
    return state
  }

  func list(_ change: (inout State) -> Void = { _ in }) -> State {
    empty {
      $0.all = ItemRows(items)
      $0.isComplete = true
      $0.confirmation = .init(now)
      change(&$0)
    }
  }

  func cached(_ change: (inout State) -> Void = { _ in }) -> State {
    list {
      $0.confirmation = .init(now.addingTimeInterval(-200))
      $0.confirmation?.isLatest = false
      change(&$0)
    }
  }

  /// Applies an action and its immediate effects: the notice that a server is slow, or a step of the spinner.
  func apply(_ action: ItemListAction<Never>, to state: inout State, isSlow: Bool = false, tick: Int? = nil) {
    for effect in state.apply(action) {
      if isSlow, case .refresh(_, let number) = effect { _ = state.receive(.slow(number: number)) }
      if let tick, case .spin(let number) = effect { _ = state.receive(.turned(tick: tick, number: number)) }
    }
  }

  func filtered(_ query: String = "de", isEditing: Bool = true, _ change: (inout State) -> Void = { _ in }) -> State {
    list {
      $0.filter = .init(
        query: query, isEditing: isEditing, rows: query.isEmpty ? nil : ItemRows(query == "de" ? matches : []))
      change(&$0)
    }
  }

  return [
    ("opening", State()),
    ("loading", empty { apply(.reload, to: &$0) }),
    ("loading slowly", empty { apply(.reload, to: &$0, tick: 0) }),
    (
      "reading slowly",
      empty {
        $0.isRead = false
        apply(.appeared, to: &$0, tick: 1)
      }
    ),
    ("nothing to show", empty { $0.failure = refused }),
    (
      "an empty answer",
      empty {
        $0.isComplete = true
        $0.confirmation = .init(now)
      }
    ),
    (
      "typing over nothing",
      empty {
        apply(.reload, to: &$0)
        $0.filter = .init(query: "qui")
      }
    ),
    ("live", list()),
    ("kept", cached()),
    ("kept, refreshing", cached { apply(.reload, to: &$0, isSlow: true) }),
    ("live, refreshing", list { apply(.reload, to: &$0, isSlow: true) }),
    (
      "kept, and why, refreshing",
      cached {
        $0.failure = refused
        apply(.reload, to: &$0, isSlow: true)
      }
    ),
    ("kept, and why", cached { $0.failure = refused }),
    (
      "copied",
      cached {
        $0.failure = refused
        $0.notice = "Copied."
      }
    ),
    (
      "loading more",
      list {
        $0.isComplete = false
        apply(.move(by: 0), to: &$0)
      }
    ),
    (
      "loading the rest",
      list { state in
        state.isComplete = false
        apply(.moveToLast, to: &state)
        apply(.moveToFirst, to: &state)
        state.all.count = 1_200
      }
    ),
    ("a row that is not read", list { $0.all = ItemRows(Array(items.dropFirst()), first: 1, count: 10_000) }),
    (
      "typing a number",
      list {
        $0.number = "123"
        $0.all.count = 10_000
      }
    ),
    ("typing a filter", filtered("")),
    ("filtering", filtered()),
    (
      "filtering what is not all there",
      filtered {
        $0.isComplete = false
        $0.all.count = 1_000
      }
    ),
    ("filtered", filtered(isEditing: false)),
    ("no match", filtered("xyz", isEditing: false)),
    (
      "no match yet",
      filtered("xyz") {
        $0.isComplete = false
        $0.all.count = 1_000
      }
    ),
    (
      "no match yet, kept",
      filtered("xyz", isEditing: false) {
        $0.isComplete = false
        $0.all.count = 1_000
      }
    ),
    (
      "searching the rest",
      filtered("xyz", isEditing: false) {
        $0.isComplete = false
        $0.all.count = 1_200
        apply(.open, to: &$0)
      }
    ),
    ("a long filter", filtered(String(repeating: "long ", count: 30) + "end")),
  ]
}
