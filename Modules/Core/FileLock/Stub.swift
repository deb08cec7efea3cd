public import FileStore

extension FileLock {
  /// Holds nobody up.
  public static func stub() -> Self { Self { {} } }

  /// Cannot be had.
  public static func failing(_ error: any Error = FileStoreError.notPermitted) -> Self { Self { throw error } }
}
