import PostDomain
import RemoteItems

/// A post as servers send it.
struct PostDTO: Decodable {
  var id: WireID
  var userId: WireID?
  var title: String
  var body: String?

  private enum CodingKeys: CodingKey { case id, userId, title, body }

  /// Whose author cannot be told is a post all the same.
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    id = try container.decode(WireID.self, forKey: .id)
    userId = try? container.decodeIfPresent(WireID.self, forKey: .userId)
    title = try container.decode(String.self, forKey: .title)
    body = try container.decodeIfPresent(String.self, forKey: .body)
  }
}

extension Post {
  init(_ wire: PostDTO) {
    self.init(
      id: ID(wire.id.text), userID: wire.userId.map { User.ID($0.text) }, title: wire.title, body: wire.body ?? "")
  }
}
