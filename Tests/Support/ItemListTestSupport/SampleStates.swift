public import Essentials
public import ItemList

/// Every state of a list, to be drawn.
/// - `items`: three or more; those that hold "de" are found by a filter.
/// - `now`: the date they are drawn at.
public func sampleStates<Item: ListItem>(
  _ items: [Item], matching matches: [Item], now: Date = Date(timeIntervalSince1970: 0)
) -> [(name: String, state: ItemListState<Item>)] {
  typealias State = ItemListState<Item>
  let refused = "connection refused: http://localhost:8000"

  func empty(_ change: (inout State) -> Void = { _ in }) -> State {
    var state = State()
    state.isRead = true
    change(&state)
    return state
  }

  func list(_ change: (inout State) -> Void = { _ in }) -> State {
    empty {
      ($0.all, $0.isComplete, $0.isLive, $0.confirmedAt) = (ItemRows(items), true, true, now)
      change(&$0)
    }
  }

  func kept(_ change: (inout State) -> Void = { _ in }) -> State {
    list {
      ($0.isLive, $0.confirmedAt) = (false, now.addingTimeInterval(-200))
      change(&$0)
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
    ("loading", empty { $0.isRefreshing = true }),
    ("loading slowly", empty { ($0.isRefreshing, $0.tick) = (true, 0) }),
    ("reading slowly", empty { ($0.isRead, $0.tick) = (false, 1) }),
    ("nothing to show", empty { $0.failure = refused }),
    ("an empty answer", empty { ($0.isLive, $0.isComplete, $0.confirmedAt) = (true, true, now) }),
    ("typing over nothing", empty { ($0.isRefreshing, $0.filter) = (true, .init(query: "qui")) }),
    ("live", list()),
    ("kept", kept()),
    ("kept, refreshing", kept { ($0.isRefreshing, $0.isSlow) = (true, true) }),
    ("live, refreshing", list { ($0.isRefreshing, $0.isSlow) = (true, true) }),
    ("kept, and why, refreshing", kept { ($0.failure, $0.isRefreshing, $0.isSlow) = (refused, true, true) }),
    ("kept, and why", kept { $0.failure = refused }),
    ("copied", kept { ($0.failure, $0.notice) = (refused, "Copied.") }),
    ("loading more", list { ($0.isComplete, $0.isLoadingMore) = (false, true) }),
    (
      "loading the rest",
      list { state in
        (state.isComplete, state.rest) = (false, .init(count: 1_200))
        state.all.count = 1_200
      }
    ),
    ("a row that is not read", list { $0.all = ItemRows(Array(items.dropFirst()), first: 1, count: 10_000) }),
    ("typing a number", list { ($0.number, $0.all.count) = ("123", 10_000) }),
    ("typing a filter", filtered("")),
    ("filtering", filtered()),
    ("filtering what is not all there", filtered { ($0.isComplete, $0.all.count) = (false, 1_000) }),
    ("filtered", filtered(isEditing: false)),
    ("no match", filtered("xyz", isEditing: false)),
    ("no match yet", filtered("xyz") { ($0.isComplete, $0.all.count) = (false, 1_000) }),
    ("no match yet, kept", filtered("xyz", isEditing: false) { ($0.isComplete, $0.all.count) = (false, 1_000) }),
    (
      "searching the rest",
      filtered("xyz", isEditing: false) {
        ($0.isComplete, $0.all.count, $0.rest) = (false, 1_200, .init(count: 1_200))
      }
    ),
    ("a long filter", filtered(String(repeating: "long ", count: 30) + "end")),
  ]
}
