public import Essentials
public import KeptServers
import Settings
import Suggestion

extension Invocation {
  /// What is forgotten.
  public struct ForgetChoice: Equatable, Sendable {
    /// What of a server.
    public var part: KeptPart
    /// Which server, where it was named as such; nil for the one that the other commands use.
    public var server: URL?
    /// Whether state is forgotten, too.
    public var withState: Bool

    public init(part: KeptPart, server: URL? = nil, withState: Bool = false) {
      (self.part, self.server, self.withState) = (part, server, withState)
    }
  }
}

/// What is meant by the words behind `forget`.
func forgetChoice(_ arguments: [String], _ words: Words) throws(UsageError) -> Invocation.ForgetChoice {
  let names = KeptPart.allCases.map(\.rawValue)
  guard let word = arguments.first else {
    throw UsageError("forget needs what to forget: posts, comics, or server and its address")
  }
  guard let part = KeptPart(rawValue: word) else {
    throw UsageError("forget takes posts, comics or server URL, not \(word)\(suggestion(for: word, in: names))")
  }
  let withState = words.flags.contains("--state-too")
  if part == .server {
    guard arguments.count == 2 else {
      throw UsageError("forget server needs one address, as satchel status lists them")
    }
    return .init(part: part, server: try "forget server".given(arguments[1], address), withState: withState)
  }
  guard arguments.count == 1 else {
    throw UsageError("forget \(word) takes no argument; name the server with --server")
  }
  return .init(part: part, withState: withState)
}
