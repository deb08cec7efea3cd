import CachedResource
import CommentsService
import CommentsStore
import Foundation
import NetworkClient
import PostDomain
import PostsRepository
import PostsService
import Store
import TestSupport
import Testing
import UsersService
import UsersStore

extension PostsRepositoryLiveTests {
  @Test func `what is partly kept is as old as the older of post and comments`() async throws {
    let dates = [Date(timeIntervalSince1970: 1), Date(timeIntervalSince1970: 2)]
    try await usersStore.insert(CachedCopy(.samples, fetchedAt: dates[1]), .all)
    try await commentsStore.insert(CachedCopy([], fetchedAt: dates[0]), post.id)
    let loaded = try await full(sut(users: .failing(), comments: .failing()))
    #expect(loaded.provenance == .cache)
    #expect(loaded.fetchedAt == dates[0])
    #expect(loaded.value.comments.value?.count == 0)
  }

  @Test func `the age of an author's name counts only where nothing else is a kept copy`() async throws {
    try await usersStore.insert(CachedCopy(.samples, fetchedAt: .distantPast), .all)
    let live = try await full(sut(users: .failing()))
    #expect(live.provenance == .cache)
    #expect(live.fetchedAt == .distantPast)
    let (commentsDate, error) = (Date(timeIntervalSince1970: 1), NetworkClient.Error.unreachable(.refused))
    try await commentsStore.insert(CachedCopy([], fetchedAt: commentsDate), post.id)
    let cached = try await full(sut(users: .failing(error), comments: .failing(error)))
    #expect(cached.value.author == .known("Ines Calder"))
    #expect(cached.fetchedAt == commentsDate)
  }

  @Test(arguments: ["", " \n"])
  func `an author without a name is unknown`(name: String) async throws {
    let loaded = try await full(sut(users: .stub([User(id: User.ID(1), name: name)])))
    #expect(loaded.value.author == .unknown)
  }
}
