/// A check of everything that the program depends on.
public struct Doctor: Sendable {
  /// The checks, in their order. Each starts only when the finding before it is printed, because a check may change the
  /// terminal.
  public var checks: [@Sendable () async -> Finding]

  public init(_ checks: [@Sendable () async -> Finding]) { self.checks = checks }

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
