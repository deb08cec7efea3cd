import Suggestion
public import TodosRepository

extension Invocation {
  /// What is done with to-dos.
  public enum TodoCommand: Equatable, Sendable {
    /// Prints those that are listed.
    case list(TodoFilter)
    /// Delivers what waits, and says what came of it.
    case deliver
    /// Adds one for each title; `-` stands for the lines of standard input.
    case add([String])
    /// Completes the one that these letters begin the ID of, and so on.
    case done(id: String)
    /// Reopens one.
    case reopen(id: String)
    /// Gives one another title; `-` stands for standard input.
    case rename(id: String, title: String)
    /// Deletes one.
    case delete(id: String)
    /// Prints one.
    case show(id: String)

    /// Whether to-dos are as before.
    var changesNothing: Bool {
      switch self {
      case .list, .show: true
      case .deliver, .add, .done, .reopen, .rename, .delete: false
      }
    }

    /// The beginning of the ID of the one that is meant; nil where none is.
    var id: String? {
      switch self {
      case .list, .deliver, .add: nil
      case .done(let id), .reopen(let id), .rename(let id, _), .delete(let id), .show(let id): id
      }
    }
  }
}

extension Invocation.TodoCommand {
  /// - Parameters:
  ///   - flags: of `todos`.
  ///   - arguments: behind the command.
  static func list(_ flags: Set<String>, _ arguments: [String]) throws(UsageError) -> Self {
    guard arguments.isEmpty else { throw UsageError("todos takes no argument; to see one: satchel todo show ID") }
    guard flags.intersection(["--open", "--done", "--deliver"]).count < 2 else {
      throw UsageError("use only one of --open, --done and --deliver")
    }
    if flags.contains("--deliver") { return .deliver }
    return .list(flags.contains("--open") ? .open : flags.contains("--done") ? .done : .all)
  }

  /// - Parameter arguments: behind `todo`.
  static func one(_ arguments: [String]) throws(UsageError) -> Self {
    let verbs = ["add", "done", "reopen", "rename", "delete", "show"]
    guard let verb = arguments.first else {
      throw UsageError("todo needs a command: \(verbs.joined(separator: ", "))")
    }
    guard verbs.contains(verb) else { throw UsageError("todo cannot \(verb)\(suggestion(for: verb, in: verbs))") }
    let rest = Array(arguments.dropFirst())
    if verb == "add" {
      guard !rest.isEmpty else { throw UsageError("todo add needs a title: satchel todo add 'wind the clock'") }
      return .add(rest)
    }
    guard let id = rest.first, !id.isEmpty else {
      throw UsageError("todo \(verb) needs an ID, whole or shortened, from satchel todos")
    }
    if verb == "rename" {
      guard rest.count == 2 else { throw UsageError("todo rename needs an ID and one title, in quotes") }
      return .rename(id: id, title: rest[1])
    }
    guard rest.count == 1 else { throw UsageError("todo \(verb) takes one ID at a time") }
    return switch verb {
    case "done": .done(id: id)
    case "reopen": .reopen(id: id)
    case "delete": .delete(id: id)
    default: .show(id: id)
    }
  }
}
