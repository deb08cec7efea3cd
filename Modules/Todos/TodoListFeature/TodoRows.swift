import ItemList
import Rendering
import Terminal
import TodoDomain
import TodosRepository

/// A box, a mark for what waits or was refused, and the title; what is completed may be overlooked.
@Sendable func rows(_ visible: [TodoItem], width: Int) -> RowLayout<TodoItem> {
  RowLayout { item, style in
    let box = Span(item.todo.isCompleted ? "[x] " : "[ ] ", style.base)
    let mark = Span(item.refusal != nil ? "! " : item.isPending ? "↑ " : "  ", style.base)
    let isBlank = item.todo.title.allSatisfy(\.isWhitespace)
    let title = isBlank ? [Span("—", style.quiet)] : style.highlighted(item.todo.title)
    return [box, mark] + (item.todo.isCompleted ? title.map { $0.struck(as: style.quiet) } : title)
  }
}

extension Span {
  /// The span as what is over: quiet, unless it stands out, and struck through where the terminal can.
  fileprivate func struck(as quiet: Style) -> Self {
    var style = style.attributes.isEmpty ? quiet : style
    style.attributes.insert(.strikethrough)
    return Span(text, style)
  }
}
