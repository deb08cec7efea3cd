import CachedResource
import Foundation
import NetworkClient
import Pictures
import PicturesService
import TestSupport
import Testing

struct PicturesServiceTests {
  let address = URL(string: "http://host/a.png")!

  @Test func `the stub returns a PNG of one pixel or decodes the given data`() async throws {
    guard case .changed(let picture, nil) = try await PicturesService.stub().picture(address, nil) else {
      Issue.record("no picture")
      return
    }
    #expect(picture.format == .png)
    #expect(picture.size == PixelSize(width: 1, height: 1))
    await #expect(throws: Picture.Error.unknownFormat) { try await PicturesService.stub(Data()).picture(address, nil) }
  }

  @Test func `the failing service throws`() async {
    await #expect(throws: NetworkClient.Error.unreachable(.refused)) {
      try await PicturesService.failing().picture(address, nil)
    }
  }
}
