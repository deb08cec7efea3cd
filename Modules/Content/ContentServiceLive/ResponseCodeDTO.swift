import Foundation

/// A response code, and where it waited, as servers send them.
struct ResponseCodeDTO: Decodable {
  var path: String
  var responseCode: UUID

  enum CodingKeys: String, CodingKey {
    case path
    case responseCode = "response_code"
  }
}
