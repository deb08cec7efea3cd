import Observed

/// A check of everything that the program depends on.
public struct Doctor: Sendable {
  /// Returns the findings, each as soon as it is known, always in the same order.
  public var examine: @Sendable () -> AsyncStream<Finding>

  public init(examine: @escaping @Sendable () -> AsyncStream<Finding>) { self.examine = examine }

  /// Makes these checks in order. Each starts only when the finding before it is taken, because a check may change the
  /// terminal that findings are printed on.
  public init(_ checks: [@Sendable () async -> Finding]) {
    self.init {
      let left = Observed(checks[...])
      return AsyncStream(unfolding: {
        guard !Task.isCancelled, let check = left.update({ $0.popFirst() }) else { return nil }
        return await check()
      })
    }
  }

  /// Returns a doctor with these findings.
  public static func stub(_ findings: [Finding] = []) -> Self { Self(findings.map { finding in { finding } }) }
}

/// The result of one check.
public struct Finding: Hashable, Sendable {
  /// The subject of the check: "libcurl".
  public var subject: String
  /// The version or other details; for a problem, its description.
  public var text: String
  /// The advice for a problem, as a sentence; nil for no problem.
  public var advice: String?

  public init(_ subject: String, _ text: String, advice: String? = nil) {
    (self.subject, self.text, self.advice) = (subject, text, advice)
  }
}
