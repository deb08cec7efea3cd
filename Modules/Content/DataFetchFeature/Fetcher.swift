import ContentDomain
import ContentService
import CounterService
import FileStore
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

  /// Shows what is known from before, or from another program.
  func restore() async {
    let before = state.value.timesFetched
    do {
      let count = try await counter.count()
      let last = try await lastResponseCode.last()
      // Another process may have fetched between the two questions.
      let known = max(count, last?.number ?? 0)
      state.update {
        // What was fetched here in the meantime is newer.
        if known >= $0.timesFetched ?? 0 { ($0.responseCode, $0.timesFetched) = (last?.code, known) }
      }
    } catch {
      // What became of a try is newer.
      fail(error, unread(error)) { $0.timesFetched == before && $0.failure == nil }
    }
  }

  /// Fetches a code, and shows it and the count when both are safe.
  func fetch() async {
    state.update { ($0.failure, $0.notice) = (nil, nil) }
    do {
      // What could not be counted is not asked for.
      _ = try await counter.count()
    } catch {
      return fail(error, unread(error))
    }
    do {
      let code = try await content.fetchCurrentResponseCode()
      let counted = try await counter.increment { number in
        try await lastResponseCode.update(FetchedCode(code: code, number: number))
      }
      let notice = counted.keepingFailure.map { Wording.countNotWritten($0).sentence }
      state.update {
        ($0.responseCode, $0.timesFetched, $0.notice, $0.failure) = (code, counted.count, notice, nil)
      }
      if let failure = counted.keepingFailure { report(Wording.countNotWritten(failure), failure) }
    } catch is CancellationError {
      state.update { $0.notice = "Given up." }
    } catch {
      fail(error, Wording.failure(error, server: surroundings.server))
    }
  }

  private func unread(_ error: any Error) -> String {
    "what was fetched before cannot be read (\(Wording.keepingFailure(error)))"
  }

  /// To be cancelled is no failure.
  private func fail(
    _ error: any Error, _ clause: String, where isNews: @Sendable (DataFetchState) -> Bool = { _ in true }
  ) {
    guard !(error is CancellationError) else { return }
    let isShown = state.update { state in
      guard isNews(state) else { return false }
      state.failure = clause
      return true
    }
    if isShown { report(clause, error) }
  }

  private func report(_ clause: String, _ error: any Error) {
    let advice = error is FileStoreError ? Wording.keepingAdvice(error, option: "--state") : Wording.advice(error)
    surroundings.report("\(clause). \(advice)")
  }
}
