import Rendering
import StyleGuide
import Terminal

extension HomeState {
  /// The names of the sections with their numbers, and the columns they occupy.
  var names: [(text: String, columns: Range<Int>)] {
    var end = 1
    return sections.enumerated().map { index, name in
      let (text, start) = (" \(index + 1) \(name) ", end)
      end += Span(text).width
      return (text, start..<end)
    }
  }

  /// Returns the line with the names.
  func line(width: Int) -> Line {
    let spans = names.enumerated().map { index, name in Span(name.text, index == selected ? .selected : .quiet) }
    return Line([Span(" ")] + spans).cut(to: width)
  }
}
