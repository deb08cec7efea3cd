import ContentDomain
public import FileStore
public import ResponseCodeStore
public import Store

extension ResponseCodeStore {
  /// One file for the last code. What cannot be read is a failure: it cannot be had again.
  /// - Throws: `FileStoreError`.
  public static func live(files: FileStore) -> Self {
    files.json(schema: 1, damage: .isFailure, name: { (key: ResponseCodeStoreKey) in "\(key)" }).map(
      decode: { (record: ResponseCodeRecord) in FetchedCode(record) }, encode: ResponseCodeRecord.init)
  }
}
