import CachedResource
import ComicDomain
import ComicsService
import ComicsServiceLive
import Foundation
import NetworkClient
import Testing

/// The comic of a JSON document.
func latest(_ document: String) async throws -> Comic {
  let sut = ComicsService.live(
    client: .stub(Data(document.utf8)), base: try #require(URL(string: "https://host/api")))
  guard case .changed(let comic, _) = try await sut.latest(nil) else { throw NetworkClient.Error.rejected(status: 304) }
  return comic
}

/// The comic of some fields, given as JSON, beside its number, which is 7.
func comic(_ fields: String) async throws -> Comic { try await latest(#"{"num": 7, \#(fields)}"#) }

/// The same of a comic with a title.
func titled(_ fields: String) async throws -> Comic { try await comic(#""title": "t", \#(fields)"#) }

/// The text as a JSON string.
func json(_ text: String) throws -> String { String(decoding: try JSONEncoder().encode(text), as: UTF8.self) }
