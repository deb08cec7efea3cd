import PostDomain
import RemoteItems

/// A post as servers send it.
struct PostDTO: Decodable {
  var id: WireID
  var userId: WireID?
  var title: String
  var body: String?
}

extension Post {
  init(_ wire: PostDTO) {
    self.init(
      id: ID(wire.id.text), userID: wire.userId.map { User.ID($0.text) }, title: wire.title, body: wire.body ?? "")
  }
}
