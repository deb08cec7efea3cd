import Repositories
import Settings
import TextLayout

extension Command {
  /// Checks the system, the folders and the servers, and prints each finding as it arrives, with advice below each
  /// problem.
  static let doctor = Command(
    name: "doctor",
    usages: [
      "doctor": "check libraries, terminal, folders and servers,\nand print what to do where something is wrong"
    ]
  ) { words, _ throws(UsageError) in
    try words.expectNoArguments()
    return Action(needsDatabases: false) { run in
      let isJSON = run.settings.format == .json
      var isWell = true
      var objects: [JSON] = []
      for check in run.repositories.checks {
        let finding = await check()
        try Task.checkCancellation()
        isWell = isWell && finding.advice == nil
        if isJSON { objects.append(finding.json) } else { try run.output.write(finding.line) }
      }
      if isJSON { try run.print(lines: "", json: objects) }
      try run.end(isWell ? .success : .unavailable)
    }
  }
}

extension DoctorFinding {
  /// The finding in one line, and the advice in another.
  fileprivate var line: String {
    let advice = advice.map { "\n" + String(repeating: " ", count: 12) + TextLayout.line($0) } ?? ""
    return (advice.isEmpty ? "  " : "! ") + subject.padded(to: 10) + TextLayout.line(text) + advice + "\n"
  }

  /// The finding; `advice` is null unless there is a problem.
  fileprivate var json: JSON { ["subject": subject.json, "text": text.json, "advice": advice.json] }
}
