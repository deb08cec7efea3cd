import CodeFetcher
import ContentDomain
import Essentials

/// Fetches a response code and prints it with the count, when both are safe.
func printFetched(_ codes: CodeFetcher, format: Invocation.Format, report: Report) async throws {
  try report.output.write(text(try await failing { try await codes.fetch() }, format))
}

/// Prints what is known from before.
func printLastFetched(_ codes: CodeFetcher, format: Invocation.Format, report: Report) async throws {
  try report.output.write(text(try await failing { try await codes.known() }, format))
}

/// Nothing was fetched, or what was fetched before cannot be read.
struct FetchFailure: Error {
  var cause: any Error
}

private func failing<Value>(_ work: () async throws -> Value) async throws -> Value {
  do { return try await work() } catch { throw FetchFailure(cause: error) }
}

/// The code and the count, a line each; or `{"code": …, "count": …}`.
private func text(_ codes: FetchedCodes, _ format: Invocation.Format) -> String {
  let (code, count) = (codes.last, codes.count)
  return switch format {
  case .text: "\(code?.text ?? "no response code yet")\nfetched \(count) \(count == 1 ? "time" : "times")\n"
  case .json: #"{"code":\#(code.map { "\"\($0.text)\"" } ?? "null"),"count":\#(count)}"# + "\n"
  }
}
