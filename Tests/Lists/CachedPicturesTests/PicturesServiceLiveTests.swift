import CachedPictures
import CachedResource
import Foundation
import NetworkClient
import Pictures
import TestSupport
import Testing

struct PicturesServiceLiveTests {
  let address = URL(string: "https://imgs.host/comics/a.jpg")!
  let document = URL(string: "https://feeds.host/a.rss")!
  let asked = CallRecorder<NetworkClient.Request>()

  func sut(_ body: Data, status: Int = 200, headers: [(name: String, value: String)] = []) -> PicturesService {
    .live(
      client: NetworkClient { [asked] request in
        asked.record(request)
        return .init(status: status, url: request.url, headers: headers, body: body)
      }, linkedFrom: { [document] in document })
  }

  @Test func `a picture is recognised by its bytes, not its content type, and has its validator`() async throws {
    let headers = [(name: "Content-Type", value: "text/html"), (name: "ETag", value: "\"e\"")]
    let picture = try Picture(Picture.sample)
    #expect(
      try await sut(Picture.sample, headers: headers).picture(address, nil)
        == .changed(picture, validator: "\"e\""))
    #expect(asked.all.map(\.url) == [address])
    #expect(asked.all.first?.headers == ["Accept": "image/png, image/*;q=0.9, */*;q=0.1"])
  }

  @Test func `a picture request is linked from its document and may not reach this machine`() async throws {
    _ = try await sut(Picture.sample).picture(address, nil)
    #expect(asked.all.map(\.mayReachThisMachine) == [false])
    #expect(asked.all.map(\.linkedFrom) == [document])
  }

  @Test func `a picture larger than 16 MiB is refused`() async throws {
    _ = try await sut(Picture.sample).picture(address, nil)
    #expect(asked.all.map(\.bodyLimit) == [16 << 20])
    await #expect(throws: NetworkClient.Error.tooLarge(limit: 16 << 20)) {
      try await sut(Data(count: 16 << 20 + 1)).picture(address, nil)
    }
  }

  @Test func `a picture request sends its validator, and 304 means unchanged`() async throws {
    #expect(try await sut(Data(), status: 304).picture(address, "\"e\"") == .unchanged)
    #expect(asked.all.map { $0.headers["If-None-Match"] } == ["\"e\""])
    await #expect(throws: NetworkClient.Error.rejected(status: 304)) {
      try await sut(Data(), status: 304).picture(address, nil)
    }
  }

  @Test func `an HTML page in place of a picture throws page`() async {
    await #expect(throws: NetworkClient.Error.page) {
      try await sut(Data("<html>Log in</html>".utf8)).picture(address, nil)
    }
  }

  @Test(arguments: [
    ("<svg></svg>", Picture.Error.unknownFormat), ("", .unknownFormat), ("GIF89a", .damaged(.gif)),
  ])
  func `an answer that is not a picture throws`(body: String, error: Picture.Error) async {
    await #expect(throws: error) { try await sut(Data(body.utf8)).picture(address, nil) }
  }

  @Test func `an error of the network client is rethrown`() async {
    let sut = PicturesService.live(client: .failing(NetworkClient.Error.rejected(status: 404))) { document }
    await #expect(throws: NetworkClient.Error.rejected(status: 404)) { try await sut.picture(address, nil) }
  }
}
