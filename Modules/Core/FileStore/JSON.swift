import Foundation
public import Store

extension FileStore {
  /// A store of records, each a JSON document in a file of its own.
  ///
  /// A file that cannot be read back whole, was written with another `schema`, or belongs to another name is set
  /// aside (kept beside, with `.damaged` at its end) and counts as missing.
  /// - Parameters:
  ///   - schema: the version of the record's shape; count it up when the shape changes.
  ///   - name: the text that a key's file is named after, as `FileName` does it.
  public func json<RecordKey: Hashable & Sendable, Record: Codable & Sendable>(
    schema: Int, name: @escaping @Sendable (RecordKey) -> String
  ) -> Store<RecordKey, Record> {
    Store<RecordKey, Record>(
      value: { key in
        let name = name(key)
        guard let data = try await value(FileName(name)) else { return nil }
        if let record = Envelope<Record>.record(in: data, schema: schema, name: name) { return record }
        try await setAside(data, FileName(name))
        return nil
      },
      insert: { record, key in
        let name = name(key)
        try await insert(Envelope(schema: schema, name: name, record: record).encoded(), FileName(name))
      },
      remove: { try await remove(FileName(name($0))) },
      removeAll: removeAll
    )
  }

  /// In a folder that takes no copy the damaged file stays where it is, until something good replaces it.
  private func setAside(_ data: Data, _ name: FileName) async throws {
    do {
      try await insert(data, FileName(name.text + ".damaged"))
      try await remove(name)
    } catch is FileStoreError {
      return
    }
  }
}

/// What a file holds: the record, and what tells whether it is the one that was meant.
private struct Envelope<Record: Codable>: Codable {
  var schema: Int
  var name: String
  var record: Record

  static func record(in data: Data, schema: Int, name: String) -> Record? {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .secondsSince1970
    guard let envelope = try? decoder.decode(Self.self, from: data) else { return nil }
    return envelope.schema == schema && envelope.name == name ? envelope.record : nil
  }

  func encoded() throws -> Data {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .secondsSince1970
    encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
    return try encoder.encode(self)
  }
}
