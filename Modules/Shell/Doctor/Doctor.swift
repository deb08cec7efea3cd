// A check of what the program depends on.

import Observed

/// Looks at all that the program stands on.
public struct Doctor: Sendable {
  /// What was found, one thing after the other, each as soon as it is known; the order is always the same.
  public var examine: @Sendable () -> AsyncStream<Finding>

  public init(examine: @escaping @Sendable () -> AsyncStream<Finding>) { self.examine = examine }

  /// Looks at these things, one after the other, each when what was found before is taken: what is found of one may be
  /// printed on the terminal that the next one changes.
  public init(_ checks: [@Sendable () async -> Finding]) {
    self.init {
      let left = Observed(checks[...])
      return AsyncStream(unfolding: {
        guard !Task.isCancelled, let check = left.update({ $0.popFirst() }) else { return nil }
        return await check()
      })
    }
  }

  /// Finds this.
  public static func stub(_ findings: [Finding] = []) -> Self { Self(findings.map { finding in { finding } }) }
}

/// What is known of one thing that the program stands on.
public struct Finding: Hashable, Sendable {
  /// What it is: "libcurl".
  public var subject: String
  /// Its version, or what else there is to say; where something is wrong, what.
  public var text: String
  /// What to do, as a sentence; nil where nothing is wrong.
  public var advice: String?

  public init(_ subject: String, _ text: String, advice: String? = nil) {
    (self.subject, self.text, self.advice) = (subject, text, advice)
  }
}
