import Observed

extension ReadMarksStore {
  /// Nothing was read, and nothing ever is.
  public static var stub: Self {
    Self(
      add: { _, _, _ in 0 }, remove: { _, _ in [:] }, takeBack: { _ in 0 }, marked: { _, _ in [] },
      ids: { _, _, _ in [] }, changes: .none)
  }

  /// Fails at every endpoint; nothing ever changes.
  public static func failing(_ error: any Error) -> Self {
    Self(
      add: { _, _, _ in throw error }, remove: { _, _ in throw error }, takeBack: { _ in throw error },
      marked: { _, _ in throw error }, ids: { _, _, _ in throw error }, changes: .none)
  }
}
