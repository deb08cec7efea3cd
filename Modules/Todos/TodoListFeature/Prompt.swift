import LineEditor
import Messages
import Rendering
import StyleGuide
import Terminal
import TextLayout
import TodoDomain
import TodosRepository

/// A question in the bottom line.
enum Prompt: Equatable, Sendable {
  /// The title of a new to-do.
  case add(LineEditor)
  /// The new title of a to-do.
  case rename(Todo.ID, LineEditor)
  /// The decision about a refused edit.
  case resolve(TodoItem)

  /// The outcome of an event.
  enum Outcome: Equatable, Sendable {
    /// The prompt continues, perhaps changed.
    case asking(Prompt)
    /// The prompt ends, with a command or without.
    case over(TodoListCommand?)
  }

  /// Returns the outcome of an event. While a prompt is shown, it takes every key and every paste.
  func outcome(of event: Terminal.Event) -> Outcome {
    switch (self, event) {
    case (.resolve(let item), .key(let key)): resolution(key, item)
    case (_, .key(let key)): Typing(key).map(outcome) ?? .asking(self)
    case (.add(var line), .paste(let text)) where text.contains(where: \.isNewline):
      // The first pasted line is inserted at the cursor; each of the others becomes a to-do.
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

  private func resolution(_ key: Key, _ item: TodoItem) -> Outcome {
    switch key {
    case "t": .over(.resolve(item, .tryAgain))
    case "s": .over(.resolve(item, .keepServers))
    case "n": .over(.resolve(item, .addAsNew))
    case "e": .asking(.rename(item.id, LineEditor(item.todo.title)))
    case .escape, "q": .over(nil)
    default: .asking(self)
    }
  }

  /// Returns the bottom line.
  func line(width: Int) -> Line {
    switch self {
    case .add(let line): prompt("Add: ", line, keys: ["↵ add", "esc cancel"], width: width)
    case .rename(_, let line): prompt("Rename: ", line, keys: ["↵ rename", "esc cancel"], width: width)
    case .resolve(let item): question(item, width: width)
    }
  }

  /// Returns the question about a refused edit. If there is no room for both, the reason is shortened or omitted in
  /// favour of the keys.
  private func question(_ item: TodoItem, width: Int) -> Line {
    let long = ["t try again", item.isOnlyHere ? "s drop it" : "s keep the server's", "n make it new"]
    let short = ["t again", item.isOnlyHere ? "s drop it" : "s server's", "n new"]
    let room = width - Line(long.map { Span(" \($0) ") }).width - 3
    let reasons = [
      item.refusal?.sentence, item.refusal?.words.map { TextLayout.cut("“\($0)”", to: max(room, 20)) },
      item.refusal.map { Messages.refusal($0.status).sentence }, "Refused.", "",
    ]
    let shown = reasons.compactMap(\.self).first { TextLayout.width(of: $0) <= room }
    return statusLine(
      [Span(shown ?? "", .failure)], keys: (shown == nil ? short : long) + ["e rename", "esc cancel"], width: width)
  }
}

extension TodoItem {
  /// Whether nothing remains of it when the refused edit is dropped.
  var isOnlyHere: Bool { todo.serverID == nil || refusal?.isGone == true }
}

extension TodoRefusal {
  /// The reason, with all the words of the server, which may have a full stop of their own.
  var sentence: String {
    let sentence = Messages.refusal(status, words: words).sentence
    return words == nil ? sentence : String(sentence.dropLast())
  }
}
