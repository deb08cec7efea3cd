import ContentDomain
import ContentService
import CounterService
import Foundation
import LastResponseCodeService
import Wording

/// Fetches a response code and prints it with the count, when both are safe.
func printFetched(
  _ content: ContentService, _ counter: CounterService, _ lastResponseCode: LastResponseCodeService,
  format: Invocation.Format, report: Report
) async throws {
  let code: UUID
  let counted: CounterService.Counted
  do {
    // What could not be counted is not asked for.
    _ = try await counter.count()
  } catch {
    throw FetchFailure(cause: error, isReading: true)
  }
  do {
    code = try await content.fetchCurrentResponseCode()
    counted = try await counter.increment { [code] number in
      try await lastResponseCode.update(FetchedCode(code: code, number: number))
    }
  } catch {
    throw FetchFailure(cause: error)
  }
  if let failure = counted.keepingFailure {
    report.notice("\(Wording.countNotWritten(failure)). \(Wording.keepingAdvice(failure, option: "--state"))")
  }
  try report.output.write(fetched(code, counted.count, format))
}

/// Prints what is known from before.
func printLastFetched(
  _ counter: CounterService, _ lastResponseCode: LastResponseCodeService, format: Invocation.Format, report: Report
) async throws {
  let count: Int
  let last: FetchedCode?
  do {
    count = try await counter.count()
    last = try await lastResponseCode.last()
  } catch {
    throw FetchFailure(cause: error, isReading: true)
  }
  // Another process may have fetched between the two questions.
  try report.output.write(fetched(last?.code, max(count, last?.number ?? 0), format))
}

/// Nothing was fetched, or what was fetched before cannot be read.
struct FetchFailure: Error {
  var cause: any Error
  var isReading = false
}

/// The code and the count, a line each; or `{"code": …, "count": …}`.
private func fetched(_ code: UUID?, _ count: Int, _ format: Invocation.Format) -> String {
  switch format {
  case .text: "\(code?.text ?? "no response code yet")\nfetched \(count) \(count == 1 ? "time" : "times")\n"
  case .json: #"{"code":\#(code.map { "\"\($0.text)\"" } ?? "null"),"count":\#(count)}"# + "\n"
  }
}
