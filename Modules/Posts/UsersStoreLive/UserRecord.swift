import PostDomain

/// A user as a row of a table stores it.
struct UserRecord: Codable {
  var id: String
  var name: String

  init(_ user: User) {
    id = user.id.text
    name = user.name
  }
}

extension User {
  init(_ record: UserRecord) { self.init(id: ID(record.id), name: record.name) }
}
