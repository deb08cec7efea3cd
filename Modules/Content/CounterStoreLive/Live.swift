public import CounterStore
public import FileStore
public import Store

extension CounterStore {
  /// One file for each count.
  public static func live(files: FileStore) -> Self {
    files.json(schema: 1, name: { (key: CounterStoreKey) in "\(key)" }).map(
      decode: { (record: CounterRecord) in record.count }, encode: CounterRecord.init)
  }
}
