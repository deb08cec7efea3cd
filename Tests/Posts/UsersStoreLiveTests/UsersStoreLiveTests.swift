import CachedResource
import Database
import DatabaseLive
import DatabaseStore
import Foundation
import PostDomain
import Store
import TestSupport
import Testing
import UsersStore
import UsersStoreLive

struct UsersStoreLiveTests {
  @Test func `the list of users and single users are saved unchanged under separate keys`() async throws {
    let database = Database.memory()
    let sut = UsersStore.live(database: database)
    let users = CachedCopy([User].samples, fetchedAt: .distantPast, validator: "1")
    #expect(try await sut.value(.all) == nil)
    try await sut.insert(users, .all)
    #expect(try await UsersStore.live(database: database).value(.all) == users)
    let one = CachedCopy([[User].samples[0]], fetchedAt: .distantPast)
    for id in ["all", "1", "a/b"] { try await sut.insert(one, .one(User.ID(id))) }
    #expect(try await sut.value(.all) == users, "a user whose ID is `all` does not replace the list")
    #expect(try await sut.value(.one(User.ID("a/b"))) == one)
  }

  @Test func `the JSON that version 1 of the table holds is read`() async throws {
    let database = Database.memory()
    let bytes: Store<String, CachedCopy<Data>> = database.copies(
      named: "users", versions: 1...1, key: \.self, encode: { $0 }, decode: { $0 })
    let copy = CachedCopy(Data(#"[{"id":"../1","name":"Ada"}]"#.utf8), fetchedAt: .distantPast)
    for key in ["all", "one ../1"] { try await bytes.insert(copy, key) }
    let sut = UsersStore.live(database: database)
    for key in [UsersStoreKey.all, .one(User.ID("../1"))] {
      #expect(try await sut.value(key)?.value == [User(id: User.ID("../1"), name: "Ada")])
    }
  }
}
