import Database
import DatabaseLive
import Foundation
import ItemsLoader
import PostDomain
import Store
import TestSupport
import Testing
import UsersStore
import UsersStoreLive

struct UsersStoreLiveTests {
  @Test func `users are kept as they came`() async throws {
    let database = Database.memory()
    let sut = UsersStore.live(database: database)
    let users = StoredCopy([User].samples, fetchedAt: .distantPast, validator: "1")
    #expect(try await sut.value(.all) == nil)
    try await sut.insert(users, .all)
    #expect(try await UsersStore.live(database: database).value(.all) == users)
    try await sut.remove(.all)
    #expect(try await sut.value(.all) == nil)
  }
}
