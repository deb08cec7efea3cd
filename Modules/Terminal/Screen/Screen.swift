// Screens with their keys, and what they need besides their data.

public import Observed
public import Rendering
public import Terminal

/// A view model with its look and its keys, the types of its state forgotten.
public struct Screen: Sendable {
  /// What it shows now.
  public var frame: @Sendable (_ size: Size) -> Frame
  /// When it may show something else.
  public var changes: ChangeSignal
  /// It is shown for the first time.
  public var appear: @Sendable () -> Void
  /// It is shown again, after another was.
  public var resume: @Sendable () -> Void
  /// It will not be shown again.
  public var disappear: @Sendable () -> Void
  /// Does what an event means here.
  public var react: @Sendable (_ event: Terminal.Event, _ size: Size) -> Reaction
  /// Its parts, for a screen that has some.
  public var parts: Parts
  /// Its keys, for people.
  public var help: @Sendable () -> [KeyHelp]
  /// Whether it may be shown beside the screen that it was opened from, where there is room for both.
  public var standsBeside = false
  /// What it is about: the item of a page, what is selected in a list; nil where that is nothing, or not known.
  public var subject: @Sendable () -> Subject? = { nil }
  /// Whether what is selected has a page that may be shown beside it, before it is opened.
  public var hasPreviews: @Sendable () -> Bool = { false }
  /// What is selected stays so for a while, and there is room: its page is to be shown beside it.
  public var preview: @Sendable () -> Void = {}
  /// It was shown beside another as a preview, and now the reader has opened it.
  public var open: @Sendable () -> Void = {}

  /// What a screen is about.
  public struct Subject: Equatable, Sendable {
    private let id: any Hashable & Sendable

    /// - Parameter id: names it.
    public init(_ id: some Hashable & Sendable) { self.id = id }

    /// Whether both are about the same.
    public static func == (left: Self, right: Self) -> Bool { AnyHashable(left.id) == AnyHashable(right.id) }
  }

  public init(
    frame: @escaping @Sendable (_ size: Size) -> Frame,
    changes: ChangeSignal = .none,
    appear: @escaping @Sendable () -> Void,
    resume: @escaping @Sendable () -> Void = {},
    disappear: @escaping @Sendable () -> Void,
    react: @escaping @Sendable (_ event: Terminal.Event, _ size: Size) -> Reaction,
    parts: Parts = .whole,
    help: @escaping @Sendable () -> [KeyHelp]
  ) {
    self.frame = frame
    self.changes = changes
    self.appear = appear
    self.resume = resume
    self.disappear = disappear
    self.react = react
    self.parts = parts
    self.help = help
  }
}

/// What keys do, for people.
public struct KeyHelp: Hashable, Sendable {
  /// What they belong to, in the order of the help.
  public enum Group: Int, CaseIterable, Sendable {
    /// What one screen can do and others cannot.
    case here
    /// Moving and scrolling.
    case moving
    /// Typing in a line.
    case typing
    /// Going to another section.
    case sections
    /// What means the same on every screen.
    case everywhere

    /// The heading above them.
    public var title: String {
      switch self {
      case .here: "On this screen"
      case .moving: "Moving"
      case .typing: "While typing"
      case .sections: "Sections"
      case .everywhere: "Everywhere"
      }
    }
  }

  /// The keys: "j, ↓".
  public var keys: String
  /// What they do: "down".
  public var meaning: String
  /// What they belong to.
  public var group: Group

  public init(_ keys: String, _ meaning: String, in group: Group = .here) {
    self.keys = keys
    self.meaning = meaning
    self.group = group
  }
}

extension Screen {
  /// Shows a view model.
  /// - `resuming`: what is done when it is shown again; nil for nothing.
  /// - `render`: how a state looks.
  /// - `isReady`: whether what an event is about is known in a state; where it is not, the event is kept until the state
  ///   has changed.
  /// - `action`: what an event means in a state; nil for nothing.
  public init<State: Sendable, Action: Sendable>(
    _ viewModel: ViewModel<State, Action>, appearing: Action, resuming: Action? = nil, disappearing: Action,
    help: [KeyHelp],
    render: @escaping @Sendable (State, Size) -> Frame,
    isReady: @escaping @Sendable (State, Terminal.Event) -> Bool = { _, _ in true },
    action: @escaping @Sendable (Terminal.Event, State, Size) -> Action?
  ) {
    self.init(
      frame: { render(viewModel.state(), $0) },
      changes: viewModel.changes,
      appear: { _ = viewModel.send(appearing) },
      resume: { if let resuming { _ = viewModel.send(resuming) } },
      disappear: { _ = viewModel.send(disappearing) },
      react: { event, size in
        let state = viewModel.state()
        guard isReady(state, event) else { return .later }
        guard let action = action(event, state, size) else { return .ignored }
        _ = viewModel.send(action)
        return .handled
      },
      help: { help })
  }
}
