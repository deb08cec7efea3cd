import Essentials
import KeptServers
import Messages

extension Invocation {
  /// Takes away what there is no room for. Where somebody waits at a terminal for longer than a moment, it says why; a
  /// program that is ended meanwhile has lost nothing.
  func makeRoom(in kept: KeptServers, _ report: Report) async {
    let explanation = report.output.progress.map { progress in
      Task {
        try await progress.clock.sleep(for: .milliseconds(300))
        report.notice(
          "freeing space, because more than \(Messages.size(keep)) is saved (--keep). "
            + "ctrl-c stops that; the next command goes on with it.")
      }
    }
    // What was to be shown is; that there is no room to be made is no failure of it.
    let freed = (try? await kept.trim(keep, [])) ?? 0
    explanation?.cancel()
    _ = await explanation?.result
    guard freed > 0 else { return }
    report.notice(
      "removed \(Messages.size(freed)) of saved copies not seen for longest, to keep at most \(Messages.size(keep)) "
        + "(--keep).")
  }
}
