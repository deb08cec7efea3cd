import LineEditor
import Observed
import Rendering
public import Screen
public import Terminal

extension Screen {
  /// Returns the screen with a prompt for a line of text, which a key opens in place of the bottom line.
  /// - Parameters:
  ///   - sign: The sign before the text: "Add: ".
  ///   - key: The key that opens it.
  ///   - verb: The word for what Enter does.
  ///   - hasLines: Whether pasted line breaks end answers, which are given at once; otherwise pasted lines become one.
  ///   - isFree: Returns whether the key opens the prompt, and is not typed elsewhere.
  ///   - answered: Called with the answers that are not blank; not at all if there is none.
  public func asking(
    _ sign: String, at key: Key, verb: String, hasLines: Bool = false, when isFree: @escaping @Sendable () -> Bool,
    answered: @escaping @Sendable (_ answers: [String]) -> Void
  ) -> Self {
    let prompt = Prompted(hasLines: hasLines) { answers in
      let answers = answers.filter { !$0.allSatisfy(\.isWhitespace) }
      if !answers.isEmpty { answered(answers) }
    }
    var screen = self
    screen.changes = .merging(changes, prompt.line.changes)
    screen.frame = { size in
      let frame = frame(size)
      guard let line = prompt.line.value, size.height > 0 else { return frame }
      let typed = StyleGuide.prompt(sign, line, keys: ["↵ \(verb)", "esc cancel"], width: size.width)
      let cursor = typed.insertionColumn.map { Frame.Cursor(column: $0, row: size.height - 1) }
      return Frame(frame.lines.dropLast() + [typed], size: size, cursor: cursor)
    }
    screen.react = { event, size in
      if let line = prompt.line.value { return prompt.take(event, line) }
      guard event == .key(key), isFree() else { return react(event, size) }
      // Synchronous, so that the next key goes to the prompt.
      prompt.line.replace(with: LineEditor())
      return .handled
    }
    return screen
  }
}

/// A prompt, which takes every key and every paste while it is open.
private struct Prompted: Sendable {
  /// The text; nil while the prompt is closed.
  let line = Observed<LineEditor?>(nil)
  var hasLines: Bool
  var answered: @Sendable ([String]) -> Void

  func take(_ event: Terminal.Event, _ typed: LineEditor) -> Reaction {
    var typed = typed
    func edit(_ edit: LineEdit) {
      typed.apply(edit)
      line.replace(with: typed)
    }
    func end(_ answers: [String]) {
      line.replace(with: nil)
      answered(answers)
    }
    switch event {
    case .paste(let text):
      let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
      if hasLines, lines.count > 1 {
        typed.apply(.insert(lines[0]))
        end([typed.text] + lines.dropFirst().map { LineEditor($0).text })
      } else {
        edit(.insert(lines.filter { !$0.isEmpty }.joined(separator: " ")))
      }
    case .key(let key):
      switch Typing(key) {
      case .accept: end([typed.text])
      case .cancel: end([])
      case .edit(let change): edit(change)
      case nil: break
      }
    case .mouse: break
    default: return .ignored
    }
    return .handled
  }
}
