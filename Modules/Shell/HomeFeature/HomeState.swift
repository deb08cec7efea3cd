public import Observed
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

/// The actions of the home screen.
public enum HomeAction: Equatable, Sendable {
  /// Adds sections after the last one.
  case add([String])
  /// Shows the section with an index, from zero.
  case select(Int)
  /// Shows the section that many steps further on, wrapping around.
  case move(by: Int)
}

/// The sections and their actions.
public typealias HomeViewModel = ViewModel<HomeState, HomeAction>

extension HomeViewModel {
  /// Returns a view model that shows the selected section first.
  public static func live(sections: [String], selected: Int = 0) -> Self {
    let state = Observed(HomeState(sections: sections, selected: selected))
    return Self(state) { action in
      state.update { $0.apply(action) }
      return nil
    }
  }
}

extension HomeState {
  fileprivate mutating func apply(_ action: HomeAction) {
    switch action {
    case .add(let names): sections += names
    case .select(let number): if sections.indices.contains(number) { selected = number }
    case .move(let step):
      guard !sections.isEmpty else { return }
      selected = ((selected + step) % sections.count + sections.count) % sections.count
    }
  }

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
