public import Observed

extension HomeViewModel {
  /// Returns a view model that shows the selected section first.
  public static func live(sections: [String], selected: Int = 0) -> Self {
    let state = Observed(HomeState(sections: sections, selected: selected))
    return Self(state) { action in
      state.update { $0.apply(action) }
      return nil
    }
  }
}

extension HomeState {
  mutating func apply(_ action: HomeAction) {
    switch action {
    case .add(let names): sections += names
    case .select(let number): if sections.indices.contains(number) { selected = number }
    case .move(let step):
      guard !sections.isEmpty else { return }
      selected = ((selected + step) % sections.count + sections.count) % sections.count
    }
  }
}
