import Observed

extension ItemListEngine {
  /// Does something that is no command.
  func act(_ action: ItemListAction<Never>) -> Task<Void, Never>? { perform(state.update { $0.apply(action) }) }

  /// Moves the selection by so many rows, and returns what is selected then; nil where the list ends. At the end of what
  /// is there it waits for what is being loaded behind it.
  func neighbour(_ step: Int) async -> Item? {
    let before = state.value.shown.selected?.id
    let row = state.value.shown.selectedRow
    _ = act(.move(by: step))
    if step > 0, state.value.shown.selectedRow == row {
      await state.wait { !$0.isMoreExpected }
      _ = act(.move(by: step))
    }
    await state.wait { !$0.isSelectedBeingRead }
    let selected = state.value.shown.selected
    return selected?.id == before ? nil : selected
  }
}

extension ItemListState {
  /// Whether more rows may be there in a moment.
  fileprivate var isMoreExpected: Bool { isLoadingMore || work.loaded != nil }
}
