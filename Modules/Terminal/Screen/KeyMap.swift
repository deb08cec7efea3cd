public import Terminal

/// Which keys do what on a screen: looked up when one is pressed, and listed in the help.
public struct KeyMap<State: Sendable, Action: Sendable>: Sendable {
  /// Some keys that do the same.
  public struct Binding: Sendable {
    /// The keys.
    public var keys: [Key]
    /// The keys and what they do, for people.
    public var help: KeyHelp
    /// What they mean in a state; nil for nothing.
    public var action: @Sendable (Key, State, Size) -> Action?

    public init(
      _ keys: [Key], _ names: String, _ meaning: String, action: @escaping @Sendable (State, Size) -> Action?
    ) {
      self.init(keys, names, meaning) { _, state, size in action(state, size) }
    }

    /// The same in another part of the help.
    public func grouped(in group: KeyHelp.Group) -> Self {
      var binding = self
      binding.help.group = group
      return binding
    }

    /// For keys whose names are part of what they mean: digits.
    public init(
      _ keys: [Key], _ names: String, _ meaning: String,
      action: @escaping @Sendable (Key, State, Size) -> Action?
    ) {
      self.keys = keys
      self.help = KeyHelp(names, meaning)
      self.action = action
    }
  }

  /// In the order of the help.
  public var bindings: [Binding]

  public init(_ bindings: [Binding]) { self.bindings = bindings }

  /// Some bindings, and others which come first where they are for the same keys.
  public init(_ bindings: [Binding], or others: [Binding]) {
    let taken = Set(others.flatMap { $0.keys })
    let left = bindings.compactMap { binding in
      var binding = binding
      binding.keys.removeAll(where: taken.contains)
      return binding.keys.isEmpty ? nil : binding
    }
    self.init(left + others)
  }

  /// What a key means in a state; nil for nothing.
  public func action(for key: Key, in state: State, size: Size) -> Action? {
    bindings.first { $0.keys.contains(key) }?.action(key, state, size)
  }

  /// All keys, for people.
  public var help: [KeyHelp] { bindings.map(\.help) }
}
