// Screens with their keys, and what they need besides their data.

public import Observed
public import Rendering
public import Terminal

/// A view model with its rendering and keys, without the types of its state and actions.
public struct Screen: Sendable {
  /// Returns the current contents.
  public var frame: @Sendable (_ size: Size) -> Frame
  /// Fires when the contents may have changed.
  public var changes: ChangeSignal
  /// Called when the screen is shown for the first time.
  public var appear: @Sendable () -> Void
  /// Called when the screen is shown again after another one.
  public var resume: @Sendable () -> Void
  /// Called when the screen will not be shown again.
  public var disappear: @Sendable () -> Void
  /// Handles an event.
  public var react: @Sendable (_ event: Terminal.Event, _ size: Size) -> Reaction
  /// The parts of the screen, if it has several.
  public var parts: Parts
  /// Returns the keys of the screen, for the help.
  public var help: @Sendable () -> [KeyHelp]
  /// Whether the screen may be shown beside the one it was opened from when both fit.
  public var standsBeside = false
  /// Whether the screen moves to the left when it gets the keys, because its own items are shown beside it then.
  public var movesLeft = false
  /// Returns the item that the screen is about; nil if there is none or it is not known.
  public var subject: @Sendable () -> Subject? = { nil }
  /// Returns the selected item of a list; nil if there is none or it is not known.
  public var selection: @Sendable () -> Subject? = { nil }
  /// Whether the selected item has a detail that can be shown beside the list as a preview.
  public var hasPreviews: @Sendable () -> Bool = { false }
  /// Called to show the detail of the selected item as a preview, once the selection has not moved for a while and both
  /// fit.
  public var preview: @Sendable () -> Void = {}
  /// Called when a screen shown as a preview is opened.
  public var open: @Sendable () -> Void = {}

  /// Returns the minute from which the ages on the screen are measured; nil if there are none. In the next minute, the
  /// screen may look different without having changed.
  public var minute: @Sendable () -> Int? = { nil }

  /// The identity of an item.
  public struct Subject: Equatable, Sendable {
    private let id: any Hashable & Sendable

    /// - Parameter id: The identifier of the item.
    public init(_ id: some Hashable & Sendable) { self.id = id }

    /// Whether both are about the same item.
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

/// A help entry: keys and their meaning.
public struct KeyHelp: Hashable, Sendable {
  /// The groups of the help, in the order shown.
  public enum Group: Int, CaseIterable, Sendable {
    /// Keys of one screen only.
    case here
    /// Keys that move or scroll.
    case moving
    /// Keys that edit a line being typed.
    case typing
    /// Keys that go to another section.
    case sections
    /// Keys that work the same on every screen.
    case everywhere

    /// The heading of the group.
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
  /// The meaning of the keys: "down".
  public var meaning: String
  /// The group of the help that the keys belong to.
  public var group: Group

  public init(_ keys: String, _ meaning: String, in group: Group = .here) {
    self.keys = keys
    self.meaning = meaning
    self.group = group
  }
}

extension Screen {
  /// Creates the screen of a view model.
  /// - Parameters:
  ///   - viewModel: The source of the state and the receiver of the actions.
  ///   - appearing: The action sent when the screen is first shown.
  ///   - resuming: The action sent when it is shown again; nil for none.
  ///   - disappearing: The action sent when it will not be shown again.
  ///   - help: The keys of the screen.
  ///   - render: Draws a state.
  ///   - action: Returns the action of an event in a state; nil for none.
  public init<State: Sendable, Action: Sendable>(
    _ viewModel: ViewModel<State, Action>, appearing: Action, resuming: Action? = nil, disappearing: Action,
    help: [KeyHelp],
    render: @escaping @Sendable (State, Size) -> Frame,
    action: @escaping @Sendable (Terminal.Event, State, Size) -> Action?
  ) {
    self.init(
      frame: { render(viewModel.state(), $0) },
      changes: viewModel.changes,
      appear: { _ = viewModel.send(appearing) },
      resume: { if let resuming { _ = viewModel.send(resuming) } },
      disappear: { _ = viewModel.send(disappearing) },
      react: { event, size in
        guard let action = action(event, viewModel.state(), size) else { return .ignored }
        _ = viewModel.send(action)
        return .handled
      },
      help: { help })
  }
}

/// The response of a screen to an event.
public enum Reaction: Equatable, Sendable {
  /// The screen handled the event.
  case handled
  /// The event means nothing on this screen; keys that work on every screen are tried next.
  case ignored
  /// The screen is still reading the row or item that the event is about. The caller must offer this event and all
  /// later ones again after the screen's next change. A screen that returns this must change afterwards.
  case later
}

extension Screen {
  /// The parts of a screen that shows one of several, such as tabs. A screen opened from a part belongs to it: it is
  /// hidden and shown together with that part.
  public struct Parts: Sendable {
    /// Returns the index of the part shown.
    public var shown: @Sendable () -> Int
    /// Switches to another part if the event asks for that, whatever screen is on top. Returns whether it did.
    public var turn: @Sendable (_ event: Terminal.Event, _ size: Size) -> Bool
    /// Returns the keys that switch parts, for the help.
    public var help: @Sendable () -> [KeyHelp]

    public init(
      shown: @escaping @Sendable () -> Int,
      turn: @escaping @Sendable (_ event: Terminal.Event, _ size: Size) -> Bool,
      help: @escaping @Sendable () -> [KeyHelp]
    ) {
      self.shown = shown
      self.turn = turn
      self.help = help
    }

    /// The parts of a screen that has only one.
    public static let whole = Self(shown: { 0 }, turn: { _, _ in false }, help: { [] })
  }
}
