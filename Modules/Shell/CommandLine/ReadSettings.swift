import Settings

/// The configuration file as it was found.
public struct ReadSettings: Equatable, Sendable {
  /// Its path.
  public var path: String
  /// Whether it is there.
  public var isThere = false
  /// What it says; nothing where it is not there, or wrong.
  var settings = Settings()
  /// What is wrong with it.
  public var problem: UsageError?

  /// Reads the file that an option or a variable names, else the one that is there by default. That need not be there.
  init(_ file: SettingsFile, _ words: Words, _ environment: [String: String]) throws(UsageError) {
    let variable = environment["SATCHEL_CONFIG"].flatMap { $0.isEmpty ? nil : $0 }
    let named = words.values["--config"] ?? variable
    path = named ?? file.path
    do {
      guard let contents = try file.read(path) else {
        if named != nil {
          problem = UsageError(
            "there is no configuration file \(path)",
            advice:
              "Write it, or name another with \(words.values["--config"] == nil ? "SATCHEL_CONFIG" : "--config").",
            status: .configuration)
        }
        return
      }
      isThere = true
      read(contents)
    } catch {
      isThere = true
      problem = UsageError(
        "cannot read the configuration file \(path) (\(error.reason))",
        advice: "Make it readable, or name another with --config.", status: .configuration)
    }
  }

  private mutating func read(_ contents: SettingsFile.Contents) {
    do { settings = try Settings(contents.bytes) } catch {
      let place = error.line.map { ":\($0)" } ?? ""
      problem = UsageError(
        "\(path)\(place): \(error.message)", advice: "What can be set: satchel help", status: .configuration)
    }
    // As ssh has it: a command that anybody may have written is not run.
    guard contents.isWritableByAll, let browser = settings.browser else { return }
    settings = Settings()
    problem = UsageError(
      "\(path):\(browser.line): browser is a command, and everybody may write to this file",
      advice: "Look at what is in it, then: chmod o-w \(path)", status: .configuration)
  }

  /// Says that no server has this name.
  func unknown(_ name: String) -> UsageError {
    guard isThere else {
      return UsageError(
        "there is no server @\(name), because there is no configuration file \(path)",
        advice: "What can be set: satchel help", status: .configuration)
    }
    return UsageError("there is no server @\(name) in \(path)\(settings.nearest(to: name))")
  }
}
