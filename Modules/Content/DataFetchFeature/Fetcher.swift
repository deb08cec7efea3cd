import CodeFetcher
import CounterService
import FileStore
import Foundation
import Observed
import StyleGuide
import Surroundings
import Wording

/// Fetches into the state.
struct Fetcher: Sendable {
  let state: Observed<DataFetchState>
  let codes: CodeFetcher
  let surroundings: Surroundings

  /// Shows what is known from before, or from another program.
  func restore() async {
    let before = state.value.timesFetched
    do {
      let (code, count) = try await codes.known()
      state.update {
        // What was fetched here in the meantime is newer.
        if count >= $0.timesFetched ?? 0 { ($0.responseCode, $0.timesFetched) = (code, count) }
      }
    } catch {
      // What became of a try is newer.
      fail(error) { $0.timesFetched == before && $0.failure == nil }
    }
  }

  /// Fetches a code, and shows it and the count when both are safe.
  func fetch() async {
    state.update { ($0.failure, $0.notice) = (nil, nil) }
    do {
      let (code, counted) = try await codes.fetch()
      let notice = counted.keepingFailure.map { Wording.countNotWritten($0).sentence }
      state.update {
        ($0.responseCode, $0.timesFetched, $0.notice, $0.failure) = (code, counted.count, notice, nil)
      }
      if let failure = counted.keepingFailure { report(Wording.countNotWritten(failure), failure) }
    } catch is CancellationError {
      state.update { $0.notice = "Given up." }
    } catch {
      fail(error)
    }
  }

  private func fail(_ error: any Error, where isNews: @Sendable (DataFetchState) -> Bool = { _ in true }) {
    let unread = error as? CodeFetcher.Unread
    let clause =
      unread.map { "what was fetched before cannot be read (\(Wording.keepingFailure($0.cause)))" }
      ?? Wording.failure(error, server: surroundings.server)
    let isShown = state.update { state in
      guard isNews(state) else { return false }
      state.failure = clause
      return true
    }
    if isShown { report(clause, unread?.cause ?? error) }
  }

  private func report(_ clause: String, _ error: any Error) {
    let advice = error is FileStoreError ? Wording.keepingAdvice(error, option: "--state") : Wording.advice(error)
    surroundings.report("\(clause). \(advice)")
  }
}
