import ItemList

/// Random numbers that are the same for the same seed.
struct SplitMix: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

extension ItemListEffect {
  /// Which work it begins.
  var work: ItemListWork {
    switch self {
    case .watch, .show, .press, .stop: .watch
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
