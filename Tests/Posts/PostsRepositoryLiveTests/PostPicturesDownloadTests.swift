import CachedPictures
import CachedResource
import FlagsStore
import Foundation
import NetworkClient
import PagedList
import Pictures
import PostDomain
import PostsRepository
import Store
import Sync
import TestSupport
import Testing

/// The pictures of posts, saved for reading offline.
extension PostsRepositoryLiveTests {
  private static let illustrated = (1...2).map { number in
    var post = Post(
      id: Post.ID(number), userID: nil, title: "",
      body: "<p>a</p><img src=/\(number)a.png><p>b</p><img src=/\(number)b.png>")
    post.link = URL(string: "https://host/")
    return post
  }

  /// Returns a service that records the requested pictures.
  private func service(
    _ asked: CallRecorder<String>, _ failures: [String: any Error] = [:], _ bytes: Data = Picture.sample
  ) -> PicturesService {
    PicturesService { address, _ in
      asked.record(address.lastPathComponent)
      if let failure = failures[address.lastPathComponent] { throw failure }
      return .changed(try Picture(bytes), validator: nil)
    }
  }

  private func bookmark(_ id: Int) async throws {
    _ = try await flags.addBookmark(Bookmark(kind: .post, id: "\(id)", addedAt: today))
  }

  private func saved() async throws -> Int { try await PicturesStore.live(database: picturesDatabase).usage().count }

  @Test func `pictures of bookmarked posts are downloaded and available offline`() async throws {
    try await list(Self.illustrated)
    let asked = CallRecorder<String>()
    let sut = sut(pictures: service(asked))
    try await sut.download.item(Post.ID(1))
    #expect(asked.all == [], "post 1 is not bookmarked yet")
    #expect(await sut.download.saved(Post.ID(1)) == .all(today))
    try await bookmark(1)
    #expect(await sut.download.saved(Post.ID(1)) == .item, "its pictures are not saved yet")
    try await sut.download.item(Post.ID(1))
    #expect(asked.all == ["1a.png", "1b.png"])
    #expect(await sut.download.saved(Post.ID(1)) == .all(today))
    let address = try #require(URL(string: "https://host/1a.png"))
    #expect(try await offline.picture(address).value.bytes == Picture.sample)
  }

  @Test func `a refresh of bookmarks downloads their missing pictures`() async throws {
    try await list(Self.illustrated)
    try await bookmark(2)
    let asked = CallRecorder<String>()
    for _ in 0..<2 { try await sut(pictures: service(asked)).list.refreshBookmarked() }
    #expect(asked.all == ["2a.png", "2b.png"])
  }

  @Test func `downloadWithPictures saves pictures with or without a bookmark`() async throws {
    try await list(Self.illustrated)
    let asked = CallRecorder<String>()
    let download = sut(pictures: service(asked)).downloadWithPictures
    try await bookmark(1)
    for post in Self.illustrated { try await download.item(post.id) }
    #expect(asked.all == ["1a.png", "1b.png", "2a.png", "2b.png"])
    for post in Self.illustrated { #expect(await download.saved(post.id) == .all(today)) }
  }

  @Test(
    arguments: [
      NetworkClient.Error.rejected(status: 404), NetworkClient.Error.rejected(status: 403),
      NetworkClient.Error.tooLarge(limit: 1), NetworkClient.Error.unreachable(.misdirected(to: "http://127.0.0.1/")),
      NetworkClient.Error.page,
      Picture.Error.unknownFormat, Picture.Error.damaged(.png),
    ] as [any Error])
  func `a permanently failing picture does not fail the download and is not requested again`(failure: any Error)
    async throws
  {
    try await list(Self.illustrated)
    try await bookmark(1)
    let asked = CallRecorder<String>()
    let sut = sut(pictures: service(asked, ["1a.png": failure]))
    for _ in 0..<2 { try await sut.download.item(Post.ID(1)) }
    #expect(asked.all == ["1a.png", "1b.png"])
    #expect(await sut.download.saved(Post.ID(1)) == .all(today))
  }

  @Test(arguments: [
    NetworkClient.Error.rejected(status: 503), .rejected(status: 429), .unreachable(.refused), .unreachable(.timedOut),
  ])
  func `a temporarily failing picture fails the download after the other pictures were requested`(
    failure: NetworkClient.Error
  )
    async throws
  {
    try await list(Self.illustrated)
    try await bookmark(1)
    let asked = CallRecorder<String>()
    let failing = sut(pictures: service(asked, ["1a.png": failure]))
    let thrown = await #expect(throws: FailureElsewhere.self) { try await failing.download.item(Post.ID(1)) }
    #expect(thrown?.cause as? NetworkClient.Error == failure)
    #expect(thrown?.address == "https://host/1a.png")
    #expect(asked.all == ["1a.png", "1b.png"])
    #expect(await failing.download.saved(Post.ID(1)) == .item)
    try await sut(pictures: service(asked)).download.item(Post.ID(1))
    #expect(asked.all == ["1a.png", "1b.png", "1a.png"])
    #expect(try await saved() == 2)
  }

  @Test func `a post with many large pictures is fully saved with the first ones within the limit`() async throws {
    var post = Post(
      id: Post.ID(3), userID: nil, title: "", body: (1...9).map { "<p><img src=/\($0).png>" }.joined())
    post.link = URL(string: "https://host/")
    try await list([post])
    try await bookmark(3)
    let asked = CallRecorder<String>()
    let sut = sut(pictures: service(asked, [:], Picture.sample + Data(count: 12 << 20)))
    try await sut.download.item(post.id)
    #expect(asked.all == ["1.png", "2.png", "3.png"])
    #expect(await sut.download.saved(post.id) == .all(today))
  }
}
