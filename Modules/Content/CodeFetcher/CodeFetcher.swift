import ContentDomain
public import ContentService
public import CounterService
public import Foundation
public import LastResponseCodeService

/// What the three services do together, for the screen and the command line alike.
public struct CodeFetcher: Sendable {
  private let content: ContentService
  private let counter: CounterService
  private let lastResponseCode: LastResponseCodeService

  public init(_ content: ContentService, _ counter: CounterService, _ lastResponseCode: LastResponseCodeService) {
    self.content = content
    self.counter = counter
    self.lastResponseCode = lastResponseCode
  }

  /// The last code, nil when none was fetched yet, and how many there were; nobody is asked.
  /// - Throws: `Unread`.
  public func known() async throws -> (code: UUID?, count: Int) {
    try await read {
      let count = try await counter.count()
      let last = try await lastResponseCode.last()
      // Another process may have fetched between the two questions.
      return (last?.code, max(count, last?.number ?? 0))
    }
  }

  /// Fetches a code. When this returns, code and count are safe.
  /// - Throws: `Unread`, before anybody is asked: what could not be counted is not asked for; and what the services throw.
  public func fetch() async throws -> (code: UUID, counted: CounterService.Counted) {
    _ = try await read { try await counter.count() }
    let code = try await content.fetchCurrentResponseCode()
    let counted = try await counter.increment { number in
      try await lastResponseCode.update(FetchedCode(code: code, number: number))
    }
    return (code, counted)
  }

  private func read<Value>(_ work: () async throws -> Value) async throws -> Value {
    do { return try await work() } catch { throw Unread(cause: error) }
  }

  /// What was fetched before cannot be read.
  public struct Unread: Error {
    /// Why not: a `FileStoreError`.
    public var cause: any Error
  }
}
