import NetworkClient
import Testing

struct FailureRecordTests {
  @Test func `a long text of a server is cut`() {
    let target = String(repeating: "a", count: 100_000)
    let record = FailureRecord(.unreachable(.elsewhere(at: "http://example.org", .misdirected(to: target))))
    #expect(
      record.error == .unreachable(.elsewhere(at: "http://example.org", .misdirected(to: String(target.prefix(1_000)))))
    )
  }

  @Test(arguments: [NetworkClient.Cause.proxy(at: "http://example.org:1", .refused), .noAuthorities(file: "/a.pem")])
  func `an error of a setting is read as it was saved`(cause: NetworkClient.Cause) {
    #expect(FailureRecord(.unreachable(cause)).error == .unreachable(cause))
  }
}
