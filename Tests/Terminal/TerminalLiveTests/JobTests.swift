import ProcessTestSupport
import Terminal
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Tests under a shell with job control, as at a prompt.
extension TerminalLiveTests {
  static let shells = ["/bin/sh", "/bin/bash"].filter { (path: String) in access(path, X_OK) == 0 }

  /// Runs a script in a shell with job control; `$0` is the program.
  private func run(
    _ shell: String, _ script: String
  ) async throws -> (pty: PseudoTerminal, shell: ChildProcess, program: pid_t) {
    let pty = try PseudoTerminal()
    let shell = try ChildProcess([shell, "-c", "set -m; stty -g; \(script)", ChildProcess.probe()], on: pty)
    await pty.shows("[ready ")
    await pty.shows("]")
    let number = try #require(pty.output.split(separator: "[ready ").last?.split(separator: "]").first)
    return (pty, shell, try #require(pid_t(number)))
  }

  /// Returns the settings that `stty -g` printed.
  private func printedSettings(_ output: String) -> [Substring] {
    output.split(whereSeparator: \.isNewline).filter { line in
      line.contains(":") && line.allSatisfy { $0.isHexDigit || $0 == ":" }
    }
  }

  @Test(arguments: shells)
  func `ctrl-z stops the program and gives the terminal back, fg takes it again`(path: String) async throws {
    let (pty, shell, _) = try await run(path, "\"$0\"; echo; stty -g; stty cols 40 rows 10; fg; echo; stty -g")
    let before = Self.take + "[ready "
    #expect(pty.output.contains(before))
    pty.type("\u{1A}")
    await pty.shows("[resumed 40x10]")
    pty.type("x")
    await pty.shows("[x]")
    pty.type("q")
    #expect(await shell.status == 0)
    let output = await pty.transcript()
    let settings = printedSettings(output)
    #expect(settings.count == 3, "\(settings)")
    #expect(Set(settings).count == 1, "\(settings)")
    #expect(output.split(separator: Self.take).count == 3)
    #expect(output.split(separator: Self.giveBack).count == 3)
    #expect(output.ranges(of: "[resumed").count == 1)
  }

  @Test(arguments: shells)
  func `ctrl-z also stops a script that runs the program`(path: String) async throws {
    let (pty, shell, _) = try await run(path, "sh -c '\"$0\"; echo \"[script $?]\"' \"$0\"; echo \"[stopped]\"; fg")
    pty.type("\u{1A}")
    await pty.shows("[stopped]")
    await pty.shows("[resumed 80x24]")
    pty.type("q")
    #expect(await shell.status == 0)
    #expect(await pty.transcript().contains("[script 0]"))
  }

  @Test(arguments: shells)
  func `SIGTSTP from another process restores the terminal, and fg takes it again`(path: String) async throws {
    let (pty, shell, program) = try await run(path, "\"$0\"; echo \"[stopped]\"; stty -g; fg; echo; stty -g")
    kill(program, SIGTSTP)
    await pty.shows("[resumed 80x24]")
    #expect(pty.output.contains("[stopped]"))
    kill(program, SIGTERM)
    #expect(await shell.status == 0)
    let output = await pty.transcript()
    let settings = printedSettings(output)
    #expect(settings.count == 3, "\(settings)")
    #expect(Set(settings).count == 1, "\(settings)")
    #expect(output.split(separator: Self.giveBack).count == 3)
    #expect(output.ranges(of: "[resumed").count == 1)
  }

  @Test(arguments: shells)
  func `the program takes the screen again when continued after SIGSTOP`(path: String) async throws {
    let (pty, shell, program) = try await run(path, "\"$0\"; stty sane; echo; stty -g; fg; echo; stty -g")
    // The key appears only after the terminal's answer has been read, so the shell does not get the answer.
    pty.type("x")
    await pty.shows("[x]")
    kill(program, SIGSTOP)
    await pty.shows("[resumed 80x24]")
    pty.type("q")
    #expect(await shell.status == 0)
    let output = await pty.transcript()
    let settings = printedSettings(output)
    // The last settings are the first ones, or those that the shell restores because its user changed them meanwhile.
    try #require(settings.count == 3, "\(settings)")
    #expect(settings[..<2].contains(settings[2]), "\(settings)")
    #expect(output.split(separator: Self.take).count == 3)
    #expect(output.split(separator: Self.giveBack).count == 2)
  }

  @Test(arguments: shells)
  func `a program started in the background stops until fg gives it the terminal`(path: String) async throws {
    let (pty, shell, _) = try await run(path, "\"$0\" & wait %1; echo \"[stopped]\"; fg; echo; stty -g")
    pty.type("q")
    #expect(await shell.status == 0)
    let output = await pty.transcript()
    let taken = try #require(output.firstRange(of: Self.take))
    #expect(output[..<taken.lowerBound].contains("[stopped]"))
    let settings = printedSettings(output)
    #expect(settings.count == 2, "\(settings)")
    #expect(Set(settings).count == 1, "\(settings)")
  }

  @Test(arguments: shells)
  func `a program continued in the background takes nothing and ends on SIGTERM`(path: String) async throws {
    let script = "\"$0\"; echo; stty -g; bg; kill %1; kill -CONT %1; wait %1; echo \"[ended $?]\"; stty -g"
    let (pty, shell, _) = try await run(path, script)
    pty.type("\u{1A}")
    #expect(await shell.status == 0)
    let output = await pty.transcript()
    #expect(output.contains("[ended 143]"))
    let settings = printedSettings(output)
    #expect(settings.count == 3, "\(settings)")
    #expect(Set(settings).count == 1, "\(settings)")
    #expect(output.split(separator: Self.take).count == 2)
    #expect(!output.contains("[resumed"))
  }

  @Test(arguments: shells)
  func `a program continued in the background stops until fg gives it the terminal`(path: String) async throws {
    let script = "\"$0\"; bg; wait %1; echo \"[stopped]\"; fg"
    let (pty, shell, _) = try await run(path, script)
    pty.type("\u{1A}")
    await pty.shows("[resumed 80x24]")
    pty.type("q")
    #expect(await shell.status == 0)
    let output = await pty.transcript()
    let stopped = try #require(output.firstRange(of: "[stopped]"))
    #expect(output[..<stopped.lowerBound].split(separator: Self.take).count == 2)
    #expect(output.ranges(of: "[resumed").count == 1)
  }
}
