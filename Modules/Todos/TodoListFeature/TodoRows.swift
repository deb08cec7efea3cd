import ItemList
import Rendering
import Terminal
import TodoDomain
import TodosRepository

/// Returns rows with a check box, a sign for pending or refused edits, and the title. Completed to-dos are less
/// prominent.
@Sendable func rows(_ visible: [TodoItem], width: Int) -> RowLayout<TodoItem> {
  RowLayout { item, style in
    let box = Span(item.todo.isCompleted ? "[x] " : "[ ] ", style.base)
    let mark =
      item.refusal != nil ? Span("! ", style.failure) : Span(item.isPending ? "↑ " : "  ", style.base)
    let isBlank = item.todo.title.allSatisfy(\.isWhitespace)
    let title = isBlank ? [Span("—", style.quiet)] : style.highlighted(item.todo.title)
    return [box, mark] + (item.todo.isCompleted ? title.map { $0.struck(as: style.quiet) } : title)
  }
}

extension Span {
  /// Returns the span struck through, if the terminal supports that, and quiet unless it is highlighted.
  fileprivate func struck(as quiet: Style) -> Self {
    var style = style.attributes.isEmpty ? quiet : style
    style.attributes.insert(.strikethrough)
    return Span(text, style)
  }
}
