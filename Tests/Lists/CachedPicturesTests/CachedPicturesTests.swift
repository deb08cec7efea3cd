import CachedPictures
import CachedResource
import Database
import DatabaseLive
import Foundation
import NetworkClient
import Pictures
import Sync
import TestSupport
import Testing

struct CachedPicturesTests {
  let database = Database.memory()
  let asked = CallRecorder<URL>()
  let address = URL(string: "https://host/a.png")!
  let day = 86_400.0

  func sut(_ failure: (any Error)? = nil, validator: String? = nil, now: Double = 0) -> CachedPictures {
    let service = PicturesService { [asked] address, since in
      asked.record(address)
      if let failure { throw failure }
      return since == nil ? .changed(try Picture(Picture.sample), validator: validator) : .unchanged
    }
    return CachedPictures(
      service, .live(database: database), missing: .live(database: database),
      now: { Date(timeIntervalSince1970: now) })
  }

  @Test func `a picture without a validator is requested once, and one with a validator once per run`() async throws {
    #expect(try await sut().load(address).provenance == .server)
    #expect(try await sut().load(address).provenance == .cache)
    #expect(asked.all == [address])
    let other = URL(string: "https://host/b.png")!
    _ = try await sut(validator: "v").load(other)
    let later = sut(validator: "v")
    for _ in 0..<2 { #expect(try await later.show(other).failure == nil) }
    #expect(asked.all == [address, other, other])
  }

  @Test func `a saved picture is available while the server is unreachable`() async throws {
    #expect(await sut().copy(address) == nil)
    #expect(try await sut(validator: "v").download(address).bytes == Picture.sample)
    let offline = sut(NetworkClient.Error.unreachable(.refused))
    #expect(await offline.copy(address)?.value.bytes == Picture.sample)
    #expect(try await offline.load(address).failure as? NetworkClient.Error == .unreachable(.refused))
  }

  @Test(arguments: [404, 410]) func `a picture that the server does not have is not requested again for a day`(
    status: Int
  ) async {
    let rejection = NetworkClient.Error.rejected(status: status)
    await #expect(throws: NoCachedCopy.self) { try await sut(rejection).download(address) }
    #expect(await sut(now: day - 1).isMissing(address))
    await #expect(throws: NothingToDownload.self) { try await sut(now: day - 1).download(address) }
    #expect(asked.all.count == 1)
    #expect(!(await sut(now: day).isMissing(address)))
    #expect(!(await sut(now: -day).isMissing(address)), "the clock was set back")
    await #expect(throws: NoCachedCopy.self) { try await sut(rejection, now: day).download(address) }
    #expect(asked.all.count == 2)
  }

  @Test(arguments: [
    NetworkClient.Error.rejected(status: 503), .unreachable(.refused), .tooLarge(limit: Picture.byteLimit),
  ])
  func `a picture is requested again after other failures, until it is noted as missing`(failure: NetworkClient.Error)
    async throws
  {
    for _ in 0..<2 { await #expect(throws: NoCachedCopy.self) { try await sut(failure).download(address) } }
    #expect(asked.all.count == 2)
    await sut().noteMissing(address, status: 200)
    await #expect(throws: NothingToDownload.self) { try await sut().download(address) }
  }
}
