import CachedResource
import Foundation
import NetworkClient
import PostDomain
import TestSupport
import Testing
import UsersService
import UsersServiceLive

struct UsersServiceLiveTests {
  let asked = CallRecorder<String>()

  func sut(
    _ body: String, headers: [(name: String, value: String)] = [], failure: NetworkClient.Error? = nil
  ) throws -> UsersService {
    let client = NetworkClient { [asked] request in
      asked.record(request.url.absoluteString)
      if let failure { throw failure }
      return .init(url: request.url, headers: headers, body: Data(body.utf8))
    }
    return .live(client: client, base: try #require(URL(string: "http://host/api/")))
  }

  @Test func `users need an id and a name`() async throws {
    let body = #"[{"id": 1, "name": "Ines", "company": {}}, {"id": 2}, {"id": "m", "name": "森"}]"#
    let users = [User(id: User.ID(1), name: "Ines"), User(id: User.ID("m"), name: "森")]
    #expect(try await sut(body, headers: [("ETag", "1")]).users(nil) == .changed(users, validator: "1"))
    #expect(asked.all == ["http://host/api/users"])
  }

  @Test func `further pages of users are not asked for`() async throws {
    let sut = try sut(#"[{"id": 1, "name": "Ines"}]"#, headers: [("Link", #"</api/users?page=2>; rel="next""#)])
    #expect(try await sut.users(nil) == .changed([User(id: User.ID(1), name: "Ines")], validator: nil))
    #expect(asked.all.count == 1)
  }

  @Test func `a user is requested at the percent-escaped id`() async throws {
    let sut = try sut(#"{"id": "a/b", "name": "Ines"}"#, headers: [("ETag", "1")])
    let expected = [User(id: User.ID("a/b"), name: "Ines")]
    #expect(try await sut.user(User.ID("a/b"), nil) == .changed(expected, validator: "1"))
    #expect(asked.all == ["http://host/api/users/a%2Fb"])
  }

  @Test(arguments: [".", ".."])
  func `an id that is a step of a path returns no user and sends no request`(id: String) async throws {
    #expect(try await sut("").user(User.ID(id), nil) == .changed([], validator: nil))
    #expect(asked.all == [])
  }

  @Test func `a 404 returns no user, and another rejection throws`() async throws {
    #expect(try await sut("", failure: .rejected(status: 404)).user(User.ID(1), nil) == .changed([], validator: nil))
    let broken = try sut("", failure: .rejected(status: 500))
    await #expect(throws: NetworkClient.Error.rejected(status: 500)) { try await broken.user(User.ID(1), nil) }
  }

  @Test(arguments: ["[]", "{}", #"{"id": 8, "name": "another"}"#, #"[{"id": 7, "name": "Ann"}]"#])
  func `an answer that is not the requested user throws`(body: String) async throws {
    let sut = try sut(body)
    await #expect(throws: NetworkClient.Error.self) { try await sut.user(User.ID(7), nil) }
  }
}
