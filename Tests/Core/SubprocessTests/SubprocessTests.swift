import Concurrency
import Dispatch
import Essentials
import Subprocess
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct SubprocessTests {
  @Test func `a subprocess reports its exit status or the signal that killed it`() async throws {
    #expect(await ended(try run("exit 7")) == 7)
    #expect(await ended(try run("kill -9 $$")) == -9)
  }

  @Test func `a subprocess leads its own process group only if isLeader is set`() async throws {
    for isLeader in [true, false] {
      let process = try run("exec sleep 60", isLeader: isLeader)
      #expect(getpgid(process.number) == (isLeader ? process.number : getpgid(0)))
      kill(process.number, SIGKILL)
      #expect(await ended(process) == -9)
    }
  }

  @Test func `a subprocess without files has empty input and discards its output`() async throws {
    #expect(await ended(try run("[ -z \"$(cat)\" ] && echo a && echo b >&2")) == 0)
  }

  @Test func `no program is started between starts`() async throws {
    let order = CallRecorder<String>()
    let isStarting = DispatchSemaphore(value: 0)
    let started = Latch()
    Subprocess.betweenStarts {
      detachThread {
        isStarting.signal()
        let process = try? run("exit 0")
        order.record("started")
        process?.onEnd { _ in started.open() }
      }
      isStarting.wait()
      order.record("between")
    }
    await started.wait()
    #expect(order.all == ["between", "started"])
  }

  @Test func `starting a missing program throws`() {
    #expect(throws: POSIXError.self) { try Subprocess("/nowhere/program", [], environment: [:]) }
  }

  private func run(_ script: String, isLeader: Bool = false) throws -> Subprocess {
    try Subprocess("/bin/sh", ["-c", script], environment: ["PATH": "/usr/bin:/bin"], isLeader: isLeader)
  }

  private func ended(_ process: Subprocess) async -> Int32 {
    await withCheckedContinuation { continuation in process.onEnd { continuation.resume(returning: $0) } }
  }
}
