import Foundation
import ItemsLoader
import NetworkClient
import PostDomain
import TestSupport
import Testing
import UsersService
import UsersServiceLive

struct UsersServiceLiveTests {
  @Test func `users need an id and a name`() async throws {
    let asked = Calls<String>()
    let client = NetworkClient { request in
      asked.record(request.url.absoluteString)
      let body = #"[{"id": 1, "name": "Ines", "company": {}}, {"id": 2}, {"id": "m", "name": "森"}]"#
      return .init(url: request.url, headers: [("ETag", "1")], body: Data(body.utf8))
    }
    let sut = UsersService.live(client: client, base: try #require(URL(string: "http://host/api/")))
    let users = [User(id: User.ID(1), name: "Ines"), User(id: User.ID("m"), name: "森")]
    #expect(try await sut.users(nil) == .changed(users, validator: "1"))
    #expect(asked.all == ["http://host/api/users"])
  }
}
