import NetworkClient
import NetworkClientLive
import Testing

struct VersionTests {
  @Test func `libcurlVersion returns the version string of libcurl`() throws {
    #expect(try NetworkClient.libcurlVersion().hasPrefix("libcurl/"))
  }

  @Test func `libcurlVersion throws when libcurl cannot be opened`() {
    #expect(throws: NetworkClient.Error.self) { try NetworkClient.libcurlVersion(["libnothing.so"]) }
  }
}
