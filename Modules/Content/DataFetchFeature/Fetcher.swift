import ContentDomain
import ContentService
import CounterService
import Foundation
import LastResponseCodeService
import Observed
import StyleGuide
import Surroundings
import Wording

/// Fetches into the state.
struct Fetcher: Sendable {
  let state: Observed<DataFetchState>
  let content: ContentService
  let counter: CounterService
  let lastResponseCode: LastResponseCodeService
  let surroundings: Surroundings

  /// Shows what is known from before.
  func restore() async {
    do {
      let count = try await counter.count()
      let last = try await lastResponseCode.last()
      state.update {
        // What was fetched in the meantime is newer.
        guard $0.timesFetched == nil else { return }
        $0.responseCode = last?.code
        // Another process may have fetched between the two questions.
        $0.timesFetched = max(count, last?.number ?? 0)
      }
    } catch {
      // What became of a try is newer.
      fail("what was fetched before cannot be read (\(Wording.keepingFailure(error)))", error) {
        $0.timesFetched == nil && $0.failure == nil
      }
    }
  }

  /// Fetches a code, and shows it and the count when both are safe.
  func fetch() async {
    state.update { ($0.failure, $0.notice) = (nil, nil) }
    do {
      let code = try await content.fetchCurrentResponseCode()
      let counted = try await counter.increment { number in
        try await lastResponseCode.update(FetchedCode(code: code, number: number))
      }
      let notice = counted.keepingFailure.map { Wording.notKept($0).sentence }
      state.update {
        ($0.responseCode, $0.timesFetched, $0.notice, $0.failure) = (code, counted.count, notice, nil)
      }
      if let notice { surroundings.report(notice) }
    } catch {
      fail(Wording.failure(error, server: surroundings.server), error)
    }
  }

  /// To be cancelled is no failure.
  private func fail(
    _ clause: String, _ error: any Error, where isNews: @Sendable (DataFetchState) -> Bool = { _ in true }
  ) {
    guard !(error is CancellationError) else { return }
    let isShown = state.update { state in
      guard isNews(state) else { return false }
      state.failure = clause
      return true
    }
    if isShown { surroundings.report(clause) }
  }
}
