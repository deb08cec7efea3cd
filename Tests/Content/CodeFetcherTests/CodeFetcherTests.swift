import CodeFetcher
import ContentDomain
import ContentService
import CounterService
import FileStore
import Foundation
import LastResponseCodeService
import NetworkClient
import TestSupport
import Testing

struct CodeFetcherTests {
  let updates = Calls<FetchedCode>()

  var last: LastResponseCodeService {
    var last = LastResponseCodeService.stub(FetchedCode(code: .sampleCode, number: 7))
    last.update = { [updates] in updates.record($0) }
    return last
  }

  @Test func `a code is kept with its number before it is given out`() async throws {
    let code = UUID()
    let (fetched, counted) = try await CodeFetcher(.succeeding(with: code), .stub(7), last).fetch()
    #expect(fetched == code && counted.count == 8)
    #expect(updates.all == [FetchedCode(code: code, number: 8)])
  }

  @Test(arguments: [6, 7, 9])
  func `what is known is the greater of the two numbers, and nobody is asked`(count: Int) async throws {
    let content = ContentService(fetchCurrentResponseCode: unexpected("fetch"))
    let known = try await CodeFetcher(content, .stub(count), last).known()
    #expect(known.code == .sampleCode && known.count == max(count, 7))
    let none = try await CodeFetcher(content, .stub(0), .stub(nil)).known()
    #expect(none.code == nil && none.count == 0)
  }

  @Test func `what cannot be read is told from what cannot be had, and not asked for`() async throws {
    let unread = CodeFetcher(
      ContentService(fetchCurrentResponseCode: unexpected("fetch")), .failing(FileStoreError.damaged), last)
    for work in [{ _ = try await unread.fetch() }, { _ = try await unread.known() }] as [() async throws -> Void] {
      let error = await #expect(throws: CodeFetcher.Unread.self) { try await work() }
      #expect(error?.cause as? FileStoreError == .damaged)
    }
    let codeless = CodeFetcher(.stub(), .stub(), .failing(FileStoreError.damaged))
    await #expect(throws: CodeFetcher.Unread.self) { try await codeless.known() }
    let down = CodeFetcher(.failing(), CounterService(count: { 7 }, increment: unexpected("increment")), last)
    await #expect(throws: NetworkClient.Error.unreachable(.refused)) { try await down.fetch() }
    #expect(updates.all == [])
  }
}
