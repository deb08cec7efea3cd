import FileName
import Foundation
public import Store

extension FileStore {
  /// A store of records, each a JSON document in a file of its own.
  ///
  /// A file is damaged when it cannot be read back whole, was written with another `schema`, or belongs to another
  /// name.
  /// - Parameters:
  ///   - schema: the version of the record's shape; count it up when the shape changes.
  ///   - damage: what becomes of a damaged file.
  ///   - name: the text that a key's file is named after, as `FileName` does it.
  public func json<RecordKey: Hashable & Sendable, Record: Codable & Sendable>(
    schema: Int, damage: Damage = .isMissing, name: @escaping @Sendable (RecordKey) -> String
  ) -> Store<RecordKey, Record> {
    Store<RecordKey, Record>(
      value: { key in
        let name = name(key)
        guard let data = try await value(FileName(name)) else { return nil }
        do {
          return try Envelope<Record>.record(in: data, schema: schema, name: name)
        } catch {
          guard damage == .isMissing else { throw error }
          try await setAside(data, FileName(name))
          return nil
        }
      },
      insert: { record, key in
        let name = name(key)
        if damage == .isFailure, let data = try await value(FileName(name)) {
          do {
            _ = try Envelope<Record>.record(in: data, schema: schema, name: name)
          } catch FileStoreError.damaged {
            try await insert(data, aside(FileName(name)))
          }
        }
        try await insert(Envelope(schema: schema, name: name, record: record).encoded(), FileName(name))
      },
      remove: { try await remove(FileName(name($0))) },
      removeAll: removeAll, changes: changes
    )
  }

  /// What becomes of a damaged file.
  public enum Damage: Sendable {
    /// It is set aside (kept beside, with `.damaged` at its end) and counts as missing: what it held can be had again.
    case isMissing
    /// `FileStoreError.damaged`, or `.newer`, which nothing replaces. A damaged one is set aside when something good
    /// comes in its place.
    case isFailure
  }

  /// In a folder that takes no copy the damaged file stays where it is, until something good replaces it. What has
  /// replaced it meanwhile stays too.
  private func setAside(_ data: Data, _ name: FileName) async throws {
    do {
      try await insert(data, aside(name))
      if try await value(name) == data { try await remove(name) }
    } catch is FileStoreError {
      return
    }
  }

  private func aside(_ name: FileName) -> FileName { FileName(name.text + ".damaged") }
}

/// What a file holds: the record, and what tells whether it is the one that was meant.
private struct Envelope<Record: Codable>: Codable {
  var schema: Int
  var name: String
  var record: Record

  static func record(in data: Data, schema: Int, name: String) throws -> Record {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .secondsSince1970
    if let envelope = try? decoder.decode(Self.self, from: data), envelope.schema == schema, envelope.name == name {
      return envelope.record
    }
    let version = try? decoder.decode(Version.self, from: data)
    throw version.map { $0.schema > schema } == true ? FileStoreError.newer : .damaged
  }

  /// All that is known of a file of another shape.
  private struct Version: Decodable {
    var schema: Int
  }

  func encoded() throws -> Data {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .secondsSince1970
    encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
    return try encoder.encode(self)
  }
}
