import Foundation
import NetworkClient
import NetworkClientLive
import NetworkClientTestSupport
import Testing

extension NetworkClientLiveTests {
  @Suite struct Compression {
    let sut = NetworkClient.undisturbed()

    /// `["Satchel"]`, compressed by gzip.
    static let small = Data(base64Encoded: "H4sIAAAAAAAC/4tWCk4sSc5IzVGKBQCrDnbsCwAAAA==") ?? Data()

    /// 100,000,000 ASCII zeros, compressed three times.
    static let bomb =
      Data(
        base64Encoded: """
          H4sIAAAAAAAC/5Pv5mAAAab/b+8oerkkirQ9tH7MkVRwbMHRB3ebck81KM3gnXU0w8DvqqDhzj5OvQOsN2IaFpj1NmU6TC56es+X4/9\
          3m5dPhPnby3+XLc36Ovt8++qyGVc/3+8/u/sqF9BcjTtvvlatvM5X+rmmoIIHKDDlXckOsxd9TPbq0dXXGIECR3fP7HG/237g0aeaBF\
          kgP2BP7/vtd9+JfbhxZ738TXagiMh7VwOQGxdxsAFJB7GDIM4JJQkQlcjCDCQVuhNAnBRBkA0NOk0gcwXcwJo2UaBp2s+UmO3bGy4um\
          vnuuzYDww/+w/duHr3s9/Xf1j/snUYdvceqGRkAolTabEEBAAA=
          """) ?? Data()

    @Test func `a request accepts gzip, and its body arrives decompressed`() async throws {
      let host = try LoopbackHost(.answer(headers: ["Content-Encoding: gzip"], body: Self.small))
      #expect(try await sut.fetch([String].self, .init(host.url())) == ["Satchel"])
      #expect(host.requests.first?.header("Accept-Encoding")?.contains("gzip") == true)
    }

    @Test func `the body limit counts decompressed bytes, and decompression stops at it`() async throws {
      #expect(Self.bomb.count == 269)
      let host = try LoopbackHost(.answer(headers: ["Content-Encoding: gzip, gzip, gzip"], body: Self.bomb))
      let start = ContinuousClock.now
      #expect(try await sut.failure(.init(host.url())) == .tooLarge(limit: 1 << 20))
      #expect(start.duration(to: .now) < .seconds(30))
    }

    @Test func `a body with damaged or unknown compression is undecodable`() async throws {
      var damaged = Self.small
      for index in 10..<20 { damaged[index] ^= 0xff }
      let host = try LoopbackHost(
        .answer(headers: ["Content-Encoding: gzip"], body: damaged),
        .answer(headers: ["Content-Encoding: gzip"], text: "[1, 2, 3, 4, 5, 6, 7, 8, 9]"),
        .answer(headers: ["Content-Encoding: br"], text: "<rss>[1]</rss>"),
        .answer(headers: ["Content-Encoding: x-unknown"], text: "[1]"))
      for _ in 0..<4 {
        await #expect {
          try await sut.send(.init(host.url()))
        } throws: { error in
          guard case NetworkClient.Error.undecodable = error else { return false }
          return true
        }
      }
    }

    @Test(arguments: ["UTF-8", "utf8"])
    func `a body with the name of a character set in place of a compression is read`(name: String) async throws {
      let host = try LoopbackHost { _ in .answer(headers: ["Content-Encoding: \(name)"], text: "[1]") }
      #expect(try await sut.fetch([Int].self, .init(host.url())) == [1])
      #expect(host.requests.count == 2)
      await #expect(throws: NetworkClient.Error.self) { try await sut.send(.init(host.url(), method: .post)) }
      #expect(host.requests.count == 3)
    }

    @Test func `a compressed body that other bytes follow arrives where a cut one is wanted`() async throws {
      let host = try LoopbackHost(.answer(headers: ["Content-Encoding: gzip"], body: Self.small + Data("\n\n".utf8)))
      var request = NetworkClient.Request(host.url())
      request.returnsCutBody = true
      let response = try await sut.send(request)
      #expect(String(decoding: response.body, as: UTF8.self) == "[\"Satchel\"]")
      #expect(response.isCut)
    }

    @Test func `a truncated gzip body either decodes completely or fails`() async throws {
      let host = try LoopbackHost {
        .answer(headers: ["Content-Encoding: gzip"], body: Self.small.prefix(Int($0.target.dropFirst()) ?? 0))
      }
      var failures = 0
      for length in 0...Self.small.count {
        do {
          // libcurl does not notice that the checksum and the length at the end are missing.
          #expect(try await sut.fetch([String].self, .init(host.url("/\(length)"))) == ["Satchel"])
        } catch is NetworkClient.Error {
          failures += 1
          #expect(length < Self.small.count)
        }
      }
      #expect(failures > 20)
    }

    @Test func `a gzip file is decompressed, whatever the header says`() async throws {
      let host = try LoopbackHost(
        .answer(headers: ["Content-Type: application/gzip"], body: Self.small),
        .answer(headers: ["Content-Encoding: gzip, gzip"], body: Self.bomb),
        .answer(body: Self.small + Self.small + Data("tail".utf8)),
        .answer(body: Self.small.prefix(20)), .answer(body: Self.small.prefix(5)))
      #expect(try await sut.fetch([String].self, .init(host.url())) == ["Satchel"])
      #expect(try await sut.failure(.init(host.url())) == .tooLarge(limit: 1 << 20))
      let two = try await sut.send(.init(host.url())).body
      #expect(String(decoding: two, as: UTF8.self) == "[\"Satchel\"][\"Satchel\"]")
      let cut = try await sut.send(.init(host.url())).body
      #expect(String(decoding: cut, as: UTF8.self) == "[\"Satchel")
      #expect(try await sut.send(.init(host.url())).body == Self.small.prefix(5))
    }
  }
}
