extension Store {
  /// Answers with the given values whatever is done to it.
  public static func stub(_ values: [Key: Value] = [:]) -> Self {
    Self(value: { values[$0] }, insert: { _, _ in }, remove: { _ in }, removeAll: {})
  }

  /// Fails at every endpoint.
  public static func failing(_ error: any Error) -> Self {
    Self(
      value: { _ in throw error }, insert: { _, _ in throw error }, remove: { _ in throw error },
      removeAll: { throw error })
  }
}
