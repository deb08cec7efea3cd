import CodeFetcher
import ContentDomain
import Database
import Essentials
import Messages
import Observed
import Screen
import StyleGuide

/// Fetches codes, and stores the outcome in the state of the screen.
struct Fetcher: Sendable {
  let state: Observed<DataFetchState>
  let codes: CodeFetcher
  let environment: ScreenEnvironment

  /// Shows the saved codes, which another program may have changed.
  func restore() async {
    let before = state.value.timesFetched
    do {
      let known = try await codes.known()
      state.update {
        // A fetch of this program may have finished in the meantime.
        if known.count >= $0.timesFetched ?? 0 { $0.take(known) }
      }
    } catch {
      // The outcome of a fetch in the meantime is newer than this failure.
      fail(error) { $0.timesFetched == before && $0.failure == nil }
    }
  }

  /// Fetches a code, and shows it and the count once both are saved.
  func fetch() async {
    state.update {
      $0.failure = nil
      $0.notice = nil
    }
    do {
      let fetched = try await codes.fetch()
      state.update {
        $0.take(fetched)
        $0.failure = nil
      }
    } catch is CancellationError {
      state.update { $0.notice = "Cancelled." }
    } catch {
      fail(error)
    }
  }

  private func fail(_ error: any Error, where isCurrent: @Sendable (DataFetchState) -> Bool = { _ in true }) {
    let unread = error as? CodeFetcher.Unread
    let clause =
      unread.map { "cannot read the last response code (\(Messages.savingFailure($0.cause)))" }
      ?? Messages.failure(error, server: environment.server)
    let isShown = state.update { state in
      guard isCurrent(state) else { return false }
      state.failure = clause
      return true
    }
    if isShown { report(clause, unread?.cause ?? error) }
  }

  private func report(_ clause: String, _ error: any Error) {
    let advice = error is DatabaseError ? Messages.savingAdvice(error, option: "--state") : Messages.advice(error)
    environment.report("\(clause). \(advice)")
  }
}

extension DataFetchState {
  fileprivate mutating func take(_ codes: FetchedCodes) {
    responseCode = codes.last
    timesFetched = codes.count
  }
}
