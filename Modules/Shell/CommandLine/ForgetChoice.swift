public import Essentials
public import KeptServers
import Settings
import Suggestion

extension Invocation {
  /// What is forgotten.
  public struct ForgetChoice: Equatable, Sendable {
    /// What of a server.
    public var part: KeptPart
    /// Which server, where it stands behind the part; nil for the one that the other commands use.
    public var server: URL?
    /// What of the state is forgotten, too.
    public var state: ForgottenState

    public init(part: KeptPart, server: URL? = nil, state: ForgottenState = .none) {
      (self.part, self.server, self.state) = (part, server, state)
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
  let (withState, isForced) = (words.flags.contains("--state-too"), words.flags.contains("--force"))
  if isForced, part != .server || !withState {
    throw UsageError("--force belongs to forget server URL --state-too: to-dos that were never sent are forgotten, too")
  }
  if part == .server, arguments.count != 2 {
    throw UsageError("forget server needs one address or @NAME, as satchel status and config servers list them")
  }
  guard arguments.count <= 2 else { throw UsageError("forget \(word) takes one server: its address, or @NAME") }
  return .init(part: part, state: isForced ? .all : withState ? .delivered : .none)
}

extension Precedence {
  /// The server that stands behind what is forgotten of it, by its address or its name; nil where none does.
  func server(behind part: KeptPart) throws(UsageError) -> URL? {
    guard let text = words.operands.dropFirst(2).first else { return nil }
    let command = "forget \(part.rawValue)"
    let options = ["--server"] + (part == .comics ? ["--comics-server"] : [])
    if let other = words.server.map({ "@" + $0 }) ?? options.first(where: { words.values[$0] != nil }) {
      throw UsageError("\(other) and \(command) \(text) both name a server; leave one out")
    }
    let choice = try command.given(text, file.settings.serverChoice)
    return file.settings.located(choice) { part == .comics ? $0.comics : nil }?.url
  }
}
