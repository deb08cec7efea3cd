public import Observed

/// Which sections there are, and which one is shown.
public struct HomeState: Equatable, Sendable {
  /// Their names, in the order of their numbers.
  public var sections: [String]
  /// The one that is shown.
  public var selected = 0

  public init(sections: [String], selected: Int = 0) {
    self.sections = sections
    self.selected = selected
  }
}

/// What can be done with the sections.
public enum HomeAction: Equatable, Sendable {
  /// The screen is there for the first time.
  case appeared
  /// The screen will not come back.
  case disappeared
  /// Show the section of a number, counted from zero.
  case select(Int)
  /// Show the section that many places further on, round and round.
  case move(by: Int)
}

/// The sections and what can be done with them.
public typealias HomeViewModel = ViewModel<HomeState, HomeAction>
