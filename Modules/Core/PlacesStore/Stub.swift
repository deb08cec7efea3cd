extension PlacesStore {
  /// Knows no place, whatever is kept.
  public static var stub: Self { Self(places: { _ in [:] }, save: { _ in }) }

  /// Fails at every endpoint.
  public static func failing(_ error: any Error) -> Self {
    Self(places: { _ in throw error }, save: { _ in throw error })
  }
}
