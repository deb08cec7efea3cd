import Observed
public import ViewModel

extension HomeViewModel {
  /// Shows the first section first.
  public static func live(sections: [String]) -> Self {
    let state = Observed(HomeState(sections: sections))
    return Self(state) { action in
      state.update { $0.apply(action) }
      return nil
    }
  }
}

extension HomeState {
  mutating func apply(_ action: HomeAction) {
    switch action {
    case .appeared, .disappeared: break
    case .select(let number): if sections.indices.contains(number) { selected = number }
    case .move(let step):
      guard !sections.isEmpty else { return }
      selected = ((selected + step) % sections.count + sections.count) % sections.count
    }
  }
}
