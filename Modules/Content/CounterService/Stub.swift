public import FileStore

extension CounterService {
  /// Stands still at one count, whatever is counted.
  public static func stub(_ count: Int = 1) -> Self {
    Self(
      count: { count },
      increment: { keep in
        try await keep(count + 1)
        return Counted(count + 1)
      })
  }

  /// Fails at every endpoint.
  public static func failing(_ error: any Error = FileStoreError.notPermitted) -> Self {
    Self(count: { throw error }, increment: { _ in throw error })
  }
}
