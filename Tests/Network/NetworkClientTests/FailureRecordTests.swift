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
}
