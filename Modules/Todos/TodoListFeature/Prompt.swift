import LineEditor
import Rendering
import StyleGuide
import Terminal
import TodoDomain
import TodosRepository

/// What is asked in the line at the bottom.
enum Prompt: Equatable, Sendable {
  /// The title of a new to-do.
  case add(LineEditor)
  /// The new title of a to-do.
  case rename(Todo.ID, LineEditor)
  /// What becomes of a change that the server has refused.
  case resolve(TodoItem)

  /// What comes of an event.
  enum Outcome: Equatable, Sendable {
    /// It is asked further, perhaps with another line.
    case asking(Prompt)
    /// It is over; something is to be done, or nothing.
    case over(TodoListCommand?)
  }

  /// Every key is the prompt's while it is there, and every paste.
  func outcome(of event: Terminal.Event) -> Outcome {
    switch (self, event) {
    case (.resolve(let item), .key(let key)): resolution(key, item.id)
    case (_, .key(let key)): Typing(key).map(outcome) ?? .asking(self)
    case (.add(var line), .paste(let text)) where text.contains(where: \.isNewline):
      // What stands at the cursor goes on with the first line that is pasted.
      add(line: &line, text)
    case (_, .paste(let text)): outcome(of: .edit(.insert(String(text.prefix { !$0.isNewline }))))
    default: .asking(self)
    }
  }

  private func outcome(of typing: Typing) -> Outcome {
    switch (self, typing) {
    case (.resolve, _), (_, .cancel): return .over(nil)
    case (.add(let line), .accept): return .over(line.isBlank ? nil : .add([line.text]))
    case (.rename(let id, let line), .accept):
      return .over(line.isBlank ? .say("A to-do needs a title; d deletes it.") : .rename(id, line.text))
    case (.add(var line), .edit(let edit)):
      line.apply(edit)
      return .asking(.add(line))
    case (.rename(let id, var line), .edit(let edit)):
      line.apply(edit)
      return .asking(.rename(id, line))
    }
  }

  private func add(line: inout LineEditor, _ text: String) -> Outcome {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    line.apply(.insert(String(lines.first ?? "")))
    let titles = [line.text] + lines.dropFirst().map(String.init)
    return .over(.add(titles.filter { !$0.allSatisfy(\.isWhitespace) }))
  }

  private func resolution(_ key: Key, _ id: Todo.ID) -> Outcome {
    switch key {
    case "t": .over(.resolve(id, .tryAgain))
    case "s": .over(.resolve(id, .keepServers))
    case "n": .over(.resolve(id, .addAsNew))
    case .escape, "q": .over(nil)
    default: .asking(self)
    }
  }

  /// The line at the bottom.
  func line(width: Int) -> Line {
    switch self {
    case .add(let line): prompt("Add: ", line, keys: ["↵ add", "esc back"], width: width)
    case .rename(_, let line): prompt("Rename: ", line, keys: ["↵ rename", "esc back"], width: width)
    case .resolve(let item): question(item.refusal.map(\.clause)?.sentence ?? "", width: width)
    }
  }
}

/// Why, and the answers there are; where there is too little room, the answers alone.
private func question(_ sentence: String, width: Int) -> Line {
  let reason = Span(sentence, .failure)
  let line = statusLine(
    [reason], keys: ["t try again", "s keep the server's", "n make it new", "esc back"], width: width)
  if line.text.contains("n make it new") { return line }
  return statusLine([], keys: ["t try again", "s server's", "n new"], width: width)
}

extension TodoRefusal {
  /// Why, as a clause.
  var clause: String { isGone ? "the server has it no more" : "the server refused it (\(status))" }
}
