import ContentDomain
public import FileStore
public import ResponseCodeStore
public import Store

extension ResponseCodeStore {
  /// One file for the last code.
  public static func live(files: FileStore) -> Self {
    files.json(schema: 1, name: { (key: ResponseCodeStoreKey) in "\(key)" }).map(
      decode: { (record: ResponseCodeRecord) in FetchedCode(record) }, encode: ResponseCodeRecord.init)
  }
}
