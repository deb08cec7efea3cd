public import Observed

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
