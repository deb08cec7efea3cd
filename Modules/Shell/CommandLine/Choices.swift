import Suggestion

/// Which comic is meant by the words behind `comic`.
func comicChoice(_ arguments: [String]) throws(UsageError) -> Invocation.ComicChoice {
  guard let word = arguments.first, !word.isEmpty else {
    throw UsageError("comic needs a number, latest or random: satchel comic latest")
  }
  guard arguments.count == 1 else { throw UsageError("comic takes one number at a time") }
  switch word {
  case "latest": return .latest
  case "random": return .random
  default:
    guard let number = positive(word) else {
      let names = ["latest", "random"]
      throw UsageError(
        "comic needs a number from 1 on, latest or random, not \(word)\(suggestion(for: word, in: names))")
    }
    return .number(number)
  }
}

/// What is meant by the words behind `bookmark`.
func bookmarkChoice(_ arguments: [String]) throws(UsageError) -> Invocation.BookmarkChoice {
  guard let kind = arguments.first, ["post", "comic"].contains(kind), arguments.count > 1 else {
    let kinds = ["post", "comic"]
    let hint = arguments.first.map { kinds.contains($0) ? "" : suggestion(for: $0, in: kinds) } ?? ""
    throw UsageError(
      hint.isEmpty
        ? "bookmark needs a post's ID or a comic's number: satchel bookmark post 5, satchel bookmark comic 5"
        : "bookmark marks posts and comics\(hint)")
  }
  guard arguments.count == 2 else { throw UsageError("bookmark takes one \(kind) at a time") }
  if kind == "post" {
    guard !arguments[1].isEmpty else {
      throw UsageError("bookmark post needs an ID from satchel posts")
    }
    return .post(arguments[1])
  }
  guard let number = positive(arguments[1]) else {
    throw UsageError("bookmark comic needs a number from 1 up, as satchel comics lists them")
  }
  return .comic(number)
}

/// The shell that is meant by the words behind `completions`.
func shellChoice(_ arguments: [String]) throws(UsageError) -> Shell {
  let names = Shell.allCases.map(\.rawValue)
  guard let word = arguments.first, arguments.count == 1 else {
    throw UsageError("completions needs one shell: \(names.joined(separator: ", "))")
  }
  guard let shell = Shell(rawValue: word) else {
    throw UsageError(
      "completions are for \(names.joined(separator: ", ")), not \(word)\(suggestion(for: word, in: names))")
  }
  return shell
}

/// What is meant by the words behind `config`.
func configChoice(_ arguments: [String]) throws(UsageError) -> Invocation.Command {
  switch arguments.first {
  case nil: return .settings
  case "servers" where arguments.count == 1: return .servers
  case let word?:
    throw UsageError("config takes nothing, or servers, not \(word)\(suggestion(for: word, in: ["servers"]))")
  }
}
