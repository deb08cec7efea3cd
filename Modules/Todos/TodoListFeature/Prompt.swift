import LineEditor
import Messages
import Rendering
import StyleGuide
import Terminal
import TextLayout
import TodoDomain
import TodosRepository

/// A question about a to-do in the bottom line.
enum Prompt: Equatable, Sendable {
  /// The new title of a to-do.
  case rename(Todo, LineEditor)
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
    case (_, .paste(let text)): outcome(of: .edit(.insert(String(text.prefix { !$0.isNewline }))))
    default: .asking(self)
    }
  }

  private func outcome(of typing: Typing) -> Outcome {
    switch (self, typing) {
    case (.resolve, _), (_, .cancel): return .over(nil)
    case (.rename(let todo, let line), .accept):
      if line.isBlank { return .over(.say("A to-do needs a title; d deletes it.")) }
      let title = todo.title.changed(to: line.text)
      return .over(title == todo.title ? nil : .rename(todo, title))
    case (.rename(let todo, var line), .edit(let edit)):
      line.apply(edit)
      return .asking(.rename(todo, line))
    }
  }

  private func resolution(_ key: Key, _ item: TodoItem) -> Outcome {
    let isDeletion = item.refusal?.isDeletion == true
    return switch key {
    case "t": .over(.resolve(item, .tryAgain))
    case "s": .over(.resolve(item, .keepServers))
    case "n" where !isDeletion: .over(.resolve(item, .addAsNew))
    case "e" where !isDeletion: .asking(.rename(item.todo, LineEditor(item.todo.title)))
    case .escape, "q": .over(nil)
    default: .asking(self)
    }
  }

  /// Returns the bottom line.
  func line(width: Int) -> Line {
    switch self {
    case .rename(_, let line): prompt("Rename: ", line, keys: ["↵ rename", "esc cancel"], width: width)
    case .resolve(let item): question(item, width: width)
    }
  }

  /// Returns the question about a refused edit. If there is no room for both, the reason is shortened or omitted in
  /// favour of the keys.
  private func question(_ item: TodoItem, width: Int) -> Line {
    let isDeletion = item.refusal?.isDeletion == true
    let long =
      ["t try again"]
      + (isDeletion ? ["s keep it"] : [item.isOnlyHere ? "s drop it" : "s keep the server's", "n make it new"])
    let short = ["t again"] + (isDeletion ? ["s keep it"] : [item.isOnlyHere ? "s drop it" : "s server's", "n new"])
    let room = width - Line(long.map { Span(" \($0) ") }).width - 3
    let reasons = [
      item.refusal?.sentence, item.refusal?.words.map { TextLayout.cut("“\($0)”", to: max(room, 20)) },
      item.refusal.map { Messages.refusal($0.status, isDeletion: $0.isDeletion).sentence }, "Refused.", "",
    ]
    let shown = reasons.compactMap(\.self).first { TextLayout.width(of: $0) <= room }
    let keys = (shown == nil ? short : long) + (isDeletion ? [] : ["e rename"]) + ["esc cancel"]
    return statusLine([Span(shown ?? "", .failure)], keys: keys, width: width)
  }
}

extension Prompt {
  /// Returns the prompt for a to-do that is opened: for its new title, or for the decision about its refused edit.
  /// - Parameter report: Takes the whole reason of the refusal, because the bottom line may be too short for it.
  static func opening(_ item: TodoItem, _ report: (_ failure: String) -> Void) -> Self {
    guard let failure = item.failure else { return .rename(item.todo, LineEditor(item.todo.title)) }
    report(failure)
    return .resolve(item)
  }
}

extension String {
  /// Returns this text with what a person has changed in it as one line. The beginning and the end that were not changed
  /// stay as they are, also where the line shows other characters, as for tabs.
  fileprivate func changed(to line: String) -> String {
    var rest = self[...]
    var changed = line[...]
    while let first = rest.first, case let shown = TextLayout.line(String(first)), changed.hasPrefix(shown) {
      rest.removeFirst()
      changed.removeFirst(shown.count)
    }
    let start = self[..<rest.startIndex]
    while let last = rest.last, case let shown = TextLayout.line(String(last)), changed.hasSuffix(shown) {
      rest.removeLast()
      changed.removeLast(shown.count)
    }
    return String(start + changed + self[rest.endIndex...])
  }
}

extension TodoItem {
  /// The reason of its refusal, with its title; nil if no edit of it is refused.
  var failure: String? { refusal.map { "“\(TextLayout.line(todo.title))”: \($0.clause)\($0.end)" } }
}

extension TodoRefusal {
  /// The reason, with all the words of the server, which may have a full stop of their own.
  var sentence: String { String(clause.sentence.dropLast()) + end }

  /// The full stop, unless the words of the server, which may have one, are the end.
  fileprivate var end: String { words == nil ? "." : "" }

  /// The reason, with all the words of the server.
  fileprivate var clause: String { Messages.refusal(status, words: words, isDeletion: isDeletion) }
}
