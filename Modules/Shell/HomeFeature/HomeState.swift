import Rendering
import StyleGuide
import Terminal

/// The sections, and the one that is shown.
public struct HomeState: Equatable, Sendable {
  /// The names of the sections, in the order of their numbers.
  public var sections: [String]
  /// The index of the section that is shown.
  public var selected = 0

  public init(sections: [String], selected: Int = 0) {
    self.sections = sections
    self.selected = selected
  }
}

extension HomeState {
  /// Returns the names of the sections with their numbers, and the columns they occupy. Where there is no room, only the
  /// selected one has its name.
  func names(width: Int) -> [(text: String, columns: Range<Int>)] {
    let names = names { _ in true }
    return names.last.map { $0.columns.upperBound <= width } == true ? names : self.names { $0 == selected }
  }

  private func names(_ isNamed: (_ section: Int) -> Bool) -> [(text: String, columns: Range<Int>)] {
    var end = 1
    return sections.enumerated().map { index, name in
      let text = isNamed(index) ? " \(index + 1) \(name) " : " \(index + 1) "
      let start = end
      end += Span(text).width
      return (text, start..<end)
    }
  }

  /// Returns the line with the names.
  func line(width: Int) -> Line {
    let spans = names(width: width).enumerated().map { index, name in
      Span(name.text, index == selected ? .selected : .quiet)
    }
    return Line([Span(" ")] + spans).cut(to: width)
  }
}
