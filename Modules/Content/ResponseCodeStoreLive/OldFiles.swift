import ContentDomain
import Database
public import Essentials
public import ResponseCodeStore

extension ResponseCodeStore {
  /// The two files in which earlier versions of the program have kept the last code, with its number, and the count.
  public struct OldFiles: Sendable {
    /// A file and what it holds.
    public struct File: Sendable {
      /// What errors call it.
      public var name: String
      /// What it holds.
      public var data: Data

      public init(name: String, data: Data) {
        self.name = name
        self.data = data
      }
    }

    /// `code/last`; nil where there is none.
    public var code: File?
    /// `count/fetches`; nil where there is none.
    public var count: File?

    public init(code: File? = nil, count: File? = nil) {
      self.code = code
      self.count = count
    }

    /// What they say together: killed between the two, a program left the count behind the number of the code, and where
    /// one is damaged, the other knows the count.
    /// - Throws: `DatabaseError.damaged` where neither can be read that is there.
    func codes() throws -> FetchedCodes {
      let last = code.flatMap { Self.record(in: $0, as: CodeRecord.self) }.flatMap(\.codes)
      let counted = count.flatMap { Self.record(in: $0, as: CountRecord.self) }.map { FetchedCodes(count: $0.count) }
      let known = [last, counted].compactMap { $0 }.filter(\.isPossible)
      if known.isEmpty, let damaged = code ?? count { throw DatabaseError.damaged(file: damaged.name) }
      return FetchedCodes(last: known.compactMap(\.last).first, count: known.map(\.count).max() ?? 0)
    }

    private static func record<Record: Decodable>(in file: File, as: Record.Type) -> Record? {
      try? JSONDecoder().decode(Envelope<Record>.self, from: file.data).record
    }
  }
}

private struct Envelope<Record: Decodable>: Decodable {
  var record: Record
}

private struct CodeRecord: Decodable {
  var code: String
  var number: Int

  var codes: FetchedCodes? { UUID(code: code).map { FetchedCodes(last: $0, count: number) } }
}

private struct CountRecord: Decodable {
  var count: Int
}
