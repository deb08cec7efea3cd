import ContentDomain
import Essentials

/// A response code and its path, as servers send them.
struct ResponseCodeDTO: Decodable {
  var path: String
  var responseCode: UUID

  enum CodingKeys: String, CodingKey {
    case path
    case responseCode = "response_code"
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    path = try container.decode(String.self, forKey: .path)
    guard let code = UUID(code: try container.decode(String.self, forKey: .responseCode)) else {
      throw DecodingError.dataCorruptedError(forKey: .responseCode, in: container, debugDescription: "no UUID")
    }
    responseCode = code
  }
}
