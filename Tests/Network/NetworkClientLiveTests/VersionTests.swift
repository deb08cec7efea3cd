import NetworkClient
import NetworkClientLive
import Testing

struct VersionTests {
  @Test func `libcurl says which it is`() throws {
    #expect(try NetworkClient.libcurlVersion().hasPrefix("libcurl/"))
  }

  @Test func `where it cannot be opened, that is why`() {
    #expect(throws: NetworkClient.Error.self) { try NetworkClient.libcurlVersion(["libnothing.so"]) }
  }
}
