public import Terminal

/// The keys of a screen and their actions. The same bindings run a key press and fill the help.
public struct KeyMap<State: Sendable, Action: Sendable>: Sendable {
  /// A group of keys with the same action.
  public struct Binding: Sendable {
    /// The keys.
    public var keys: [Key]
    /// The keys and their meaning, as the help shows them.
    public var help: KeyHelp
    /// Returns the action of a key in a state; nil for none.
    public var action: @Sendable (Key, State, Size) -> Action?

    public init(
      _ keys: [Key], _ names: String, _ meaning: String, action: @escaping @Sendable (State, Size) -> Action?
    ) {
      self.init(keys, names, meaning) { _, state, size in action(state, size) }
    }

    /// Returns the binding in another group of the help.
    public func grouped(in group: KeyHelp.Group) -> Self {
      var binding = self
      binding.help.group = group
      return binding
    }

    /// Creates a binding whose action depends on the key pressed, as with digits.
    public init(
      _ keys: [Key], _ names: String, _ meaning: String,
      action: @escaping @Sendable (Key, State, Size) -> Action?
    ) {
      self.keys = keys
      self.help = KeyHelp(names, meaning)
      self.action = action
    }
  }

  /// The bindings, in the order of the help.
  public var bindings: [Binding]

  public init(_ bindings: [Binding]) { self.bindings = bindings }

  /// Joins two lists of bindings. `others` take precedence for keys that are in both, and follow in the help.
  public init(_ bindings: [Binding], or others: [Binding]) {
    let taken = Set(others.flatMap { $0.keys })
    let left = bindings.compactMap { binding in
      var binding = binding
      binding.keys.removeAll(where: taken.contains)
      return binding.keys.isEmpty ? nil : binding
    }
    self.init(left + others)
  }

  /// Returns the action of a key in a state; nil for none.
  public func action(for key: Key, in state: State, size: Size) -> Action? {
    bindings.first { $0.keys.contains(key) }?.action(key, state, size)
  }

  /// All keys and their meanings, as the help shows them.
  public var help: [KeyHelp] { bindings.map(\.help) }
}

/// The keys of one or more screens under a heading of the help.
public struct KeySection: Hashable, Sendable {
  /// The heading: "On the list of posts".
  public var title: String
  /// The keys.
  public var keys: [KeyHelp]

  public init(_ title: String, _ keys: [KeyHelp]) {
    self.title = title
    self.keys = keys
  }
}
