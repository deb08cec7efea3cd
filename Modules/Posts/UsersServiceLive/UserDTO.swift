import PostDomain
import RESTCollections

/// A user as servers send it.
struct UserDTO: Decodable {
  var id: WireID
  var name: String
}

extension User {
  init(_ wire: UserDTO) { self.init(id: ID(wire.id.text), name: wire.name) }
}
