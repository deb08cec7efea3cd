import Foundation
import Synchronization

/// Names of the files a folder's next content is written to, and what is done about those that were left behind.
final class Temporaries: Sendable {
  private let isSwept = Mutex(false)
  private static let count = Atomic(0)
  /// Tells this process from one that bore its number before, as in a container every one does.
  private static let run = String(UInt64.random(in: 0...UInt64.max), radix: 16)

  /// `.<process>.<run>.<count>.new`: a process that was killed leaves one behind, and its name tells whose it was.
  func next() -> String {
    ".\(getpid()).\(Self.run).\(Self.count.wrappingAdd(1, ordering: .relaxed).newValue).new"
  }

  /// Removes what processes that no longer run have left in the folder; the first call does it, later ones nothing.
  func sweepOnce(_ folder: String) throws {
    guard
      isSwept.withLock({ done in
        defer { done = true }
        return !done
      })
    else { return }
    // A folder that is not there has nothing to sweep, and one that cannot be read will not be written either.
    for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
      guard let match = name.wholeMatch(of: /\.(\d+)\.([0-9a-f]+)\.\d+\.new/), let process = pid_t(match.1) else {
        continue
      }
      let isGone = process == getpid() ? match.2 != Self.run : kill(process, 0) == -1 && errno == ESRCH
      if isGone { unlink(folder + "/" + name) }
    }
  }
}
