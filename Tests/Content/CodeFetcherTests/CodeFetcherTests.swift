import CodeFetcher
import ContentDomain
import ContentService
import Database
import Foundation
import NetworkClient
import ResponseCodeStore
import TestSupport
import Testing

struct CodeFetcherTests {
  let added = CallRecorder<UUID>()

  var store: ResponseCodeStore {
    var store = ResponseCodeStore.stub(FetchedCodes(last: .sampleCode, count: 7))
    store.add = { [added] code in
      added.record(code)
      return FetchedCodes(last: code, count: 8)
    }
    return store
  }

  let nobody = ContentService(fetchCurrentResponseCode: unexpected("fetch"))

  @Test func `fetch saves the code and returns it with its count`() async throws {
    let code = UUID()
    #expect(try await CodeFetcher(.stub(code), store).fetch() == FetchedCodes(last: code, count: 8))
    #expect(added.all == [code])
  }

  @Test func `known returns the saved codes without asking the service`() async throws {
    let known = try await CodeFetcher(nobody, store).known()
    #expect(known == FetchedCodes(last: .sampleCode, count: 7))
  }

  @Test func `an unreadable store throws Unread without asking the service; a service error is passed on`() async throws
  {
    let unread = CodeFetcher(nobody, .failing(DatabaseError.damaged(file: "x")))
    for work in [unread.fetch, unread.known] {
      let error = await #expect(throws: CodeFetcher.Unread.self) { try await work() }
      #expect(error?.cause as? DatabaseError == .damaged(file: "x"))
    }
    let down = CodeFetcher(.failing(), store)
    await #expect(throws: NetworkClient.Error.unreachable(.refused)) { try await down.fetch() }
    #expect(added.all == [])
  }

  @Test func `a code that has come is saved even if the fetch is cancelled then`() async throws {
    var store = store
    let add = store.add
    store.add = { code in
      try Task.checkCancellation()
      return try await add(code)
    }
    let content = ContentService {
      withUnsafeCurrentTask { $0?.cancel() }
      return .sampleCode
    }
    let fetch = Task { [store] in try await CodeFetcher(content, store).fetch() }
    #expect(try await fetch.value.last == .sampleCode)
    #expect(added.all == [.sampleCode])
  }

  @Test func `fetch does not ask the service if the store cannot be written`() async throws {
    var full = store
    full.prepare = { throw DatabaseError.readOnly }
    await #expect(throws: DatabaseError.readOnly) { try await CodeFetcher(nobody, full).fetch() }
    #expect(added.all == [])
  }
}
