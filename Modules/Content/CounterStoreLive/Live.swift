public import CounterStore
public import FileStore
public import Store

extension CounterStore {
  /// One file for each count. What cannot be read is a failure: it cannot be had again.
  /// - Throws: `FileStoreError`.
  public static func live(files: FileStore) -> Self {
    files.json(schema: 1, damage: .isFailure, name: { (key: CounterStoreKey) in "\(key)" }).map(
      decode: { (record: CounterRecord) in record.count }, encode: CounterRecord.init)
  }
}
