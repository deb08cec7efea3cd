import CachedResource
import ComicDomain
import ComicsService
import ComicsServiceLive
import Foundation
import NetworkClient
import Testing

/// Returns the comic in a JSON document.
func latest(_ document: String) async throws -> Comic {
  let sut = ComicsService.live(
    client: .stub(Data(document.utf8)), base: try #require(URL(string: "https://host/api")))
  guard case .changed(let comic, _) = try await sut.latest(nil) else { throw NetworkClient.Error.rejected(status: 304) }
  return comic
}

/// Returns comic number 7 with some more fields, given as JSON.
func comic(_ fields: String) async throws -> Comic { try await latest(#"{"num": 7, \#(fields)}"#) }

/// Returns a comic with a title and some more fields.
func titled(_ fields: String) async throws -> Comic { try await comic(#""title": "t", \#(fields)"#) }

/// Returns a text as a JSON string.
func json(_ text: String) throws -> String { String(decoding: try JSONEncoder().encode(text), as: UTF8.self) }
