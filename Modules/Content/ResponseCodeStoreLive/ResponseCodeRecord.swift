import ContentDomain
import Foundation

/// A fetched code as it stands in a file. A number that no count leads to makes the file a damaged one.
struct ResponseCodeRecord: Codable {
  var code: UUID
  var number: Int

  init(_ fetched: FetchedCode) {
    code = fetched.code
    number = fetched.number
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    number = try container.decode(Int.self, forKey: .number)
    guard let code = UUID(code: try container.decode(String.self, forKey: .code)), (1..<1 << 53).contains(number) else {
      throw DecodingError.dataCorruptedError(forKey: .number, in: container, debugDescription: "\(number)")
    }
    self.code = code
  }
}

extension FetchedCode {
  init(_ record: ResponseCodeRecord) { self.init(code: record.code, number: record.number) }
}
