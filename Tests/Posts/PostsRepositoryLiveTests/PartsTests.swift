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
  @Test func `a detail with cached comments has the date of the comments`() async throws {
    let dates = [Date(timeIntervalSince1970: 1), Date(timeIntervalSince1970: 2)]
    try await usersStore.insert(CachedCopy(.samples, fetchedAt: dates[1]), .all)
    try await commentsStore.insert(CachedCopy([], fetchedAt: dates[0]), post.id)
    let loaded = try await full(sut(users: .failing(), comments: .failing()))
    #expect(loaded.provenance == .cache)
    #expect(loaded.fetchedAt == dates[0])
    #expect(loaded.value.comments.value?.count == 0)
  }

  @Test func `the date of a cached author counts only when nothing else of the detail is cached`() async throws {
    try await usersStore.insert(CachedCopy(.samples, fetchedAt: .distantPast), .all)
    let live = try await full(sut(users: .failing()))
    #expect(live.provenance == .cache)
    #expect(live.fetchedAt == .distantPast)
    let commentsDate = Date(timeIntervalSince1970: 1)
    let error = NetworkClient.Error.unreachable(.refused)
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
