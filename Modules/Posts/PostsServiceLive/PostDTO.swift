import Essentials
import PostDomain
import RESTCollections

/// A post as servers send it.
struct PostDTO: Decodable {
  var id: WireID
  var userId: WireID?
  var title: String
  var body: String?
  var date: WireDate?
  var links: [String]

  /// Decodes a post. A malformed author, date or address does not fail it.
  init(from decoder: any Decoder) throws {
    let fields = try WireFields(from: decoder)
    id = try fields.value("id")
    userId = try? fields.optional("userId")
    title = try fields.value("title")
    body = try fields.optional("body")
    date = fields.first(.dates)
    links = fields.all(.addresses)
  }
}

extension Post {
  /// Creates a post.
  /// - Parameter page: The address that a link without a host is resolved against.
  init(_ wire: PostDTO, on page: URL) {
    self.init(
      id: ID(wire.id.text), userID: wire.userId.map { User.ID($0.text) }, title: wire.title, body: wire.body ?? "",
      date: wire.date?.date, link: wire.links.firstNonNil { URL(webAddress: $0, on: page) })
  }
}
