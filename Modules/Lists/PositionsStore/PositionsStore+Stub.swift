extension PositionsStore {
  /// Returns a store that has no positions and ignores what is saved.
  public static var stub: Self { Self(positions: { _ in [:] }, save: { _ in }) }

  /// Returns a store whose endpoints all fail.
  public static func failing(_ error: any Error) -> Self {
    Self(positions: { _ in throw error }, save: { _ in throw error })
  }
}
