import ItemList

extension ItemListEffect {
  /// The kind of work that the effect begins.
  var work: ItemListWork {
    switch self {
    case .watch, .show, .stop: .watch
    case .read: .read
    case .readFound: .readFound
    case .search, .searchAgain: .search
    case .refresh: .refresh
    case .load: .load
    case .loadRest: .loadRest
    case .spin: .spin
    }
  }

  func isSameWork(as other: Self) -> Bool { work == other.work }
}
