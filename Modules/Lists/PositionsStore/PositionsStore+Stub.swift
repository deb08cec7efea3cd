extension PositionsStore {
  /// Knows no place, whatever is kept.
  public static var stub: Self { Self(positions: { _ in [:] }, save: { _ in }) }

  /// Fails at every endpoint.
  public static func failing(_ error: any Error) -> Self {
    Self(positions: { _ in throw error }, save: { _ in throw error })
  }
}
