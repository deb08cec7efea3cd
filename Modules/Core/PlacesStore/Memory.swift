import Synchronization

extension PlacesStore {
  /// Behaves, and forgets at exit.
  public static func memory(_ places: [PlaceKey: String] = [:]) -> Self {
    let kept = KeptPlaces(places)
    return Self(
      places: { keys in
        let wanted = Set(keys)
        return kept.places.withLock { $0.filter { wanted.contains($0.key) } }
      },
      save: { new in kept.places.withLock { $0.merge(new) { $1 } } })
  }

  /// Knows no place, whatever is kept.
  public static var stub: Self { Self(places: { _ in [:] }, save: { _ in }) }

  /// Fails at every endpoint.
  public static func failing(_ error: any Error) -> Self {
    Self(places: { _ in throw error }, save: { _ in throw error })
  }
}

private final class KeptPlaces: Sendable {
  let places: Mutex<[PlaceKey: String]>

  init(_ places: [PlaceKey: String]) { self.places = Mutex(places) }
}
