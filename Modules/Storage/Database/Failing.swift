import Observed

extension Database {
  /// Fails at every read and every change, and never sends a change signal.
  public static func failing(_ error: any Error = DatabaseError.unavailable) -> Self {
    Self(
      reading: { _ in throw error }, writing: { _ in throw error }, changes: .none,
      compact: { throw error })
  }
}
