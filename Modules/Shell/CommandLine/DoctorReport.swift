import Doctor
import TextLayout

/// Prints what is found as it is found: a line each, and below it what to do where something is wrong.
/// - Returns: How the program ends: as a failure where something is wrong.
func printFindings(of doctor: Doctor, report: Report) async throws -> Invocation.ExitStatus {
  let width = 10
  var (isWell, isFirst) = (true, true)
  for await finding in doctor.examine() {
    isWell = isWell && finding.advice == nil
    switch report.invocation.format {
    case .text:
      let mark = finding.advice == nil ? "  " : "! "
      let subject = finding.subject + String(repeating: " ", count: max(1, width - finding.subject.count))
      let advice = finding.advice.map { "\n" + String(repeating: " ", count: width + 2) + TextLayout.line($0) } ?? ""
      try report.output.write(mark + subject + TextLayout.line(finding.text) + advice + "\n")
    case .json:
      try report.output.write((isFirst ? "[\n  " : ",\n  ") + finding.json)
    }
    isFirst = false
  }
  if report.invocation.format == .json { try report.output.write(isFirst ? "[]\n" : "\n]\n") }
  return isWell ? .shown : .unavailable
}

extension Finding {
  /// `{"subject", "text", "advice"}`; `advice` is null where nothing is wrong.
  fileprivate var json: String {
    #"{"subject":\#(subject.json),"text":\#(text.json),"advice":\#(advice.json)}"#
  }
}
