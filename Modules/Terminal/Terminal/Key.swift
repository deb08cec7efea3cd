/// A key press with its modifiers.
///
/// Compare keys, or match them in a `switch`, with the names below and with literals: `case "j", .down:`, `case
/// .control("d"):`, `case .shift(.tab):`.
public struct Key: Hashable, Sendable {
  /// A key without its modifiers.
  public enum Code: Hashable, Sendable {
    /// A key that types a character. Shift is part of the character: `G`, not shift and `g`.
    case character(Character)
    /// A key with a name.
    case enter, escape, tab, backspace, insert, delete
    /// A key that moves the cursor.
    case up, down, left, right, home, end, pageUp, pageDown
    /// A function key; F1 is `function(1)`.
    case function(Int)
  }

  /// The modifier keys held while a key is pressed.
  public struct Modifiers: OptionSet, Hashable, Sendable {
    /// The modifiers as bits.
    public var rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Shift, unless it is already part of the character.
    public static let shift = Self(rawValue: 1)
    /// Alt, Option or Meta.
    public static let alt = Self(rawValue: 2)
    /// Control.
    public static let control = Self(rawValue: 4)
    /// Super, Windows or Command.
    public static let command = Self(rawValue: 8)
  }

  /// The key without its modifiers.
  public var code: Code
  /// The modifiers held.
  public var modifiers: Modifiers

  public init(_ code: Code, _ modifiers: Modifiers = []) {
    self.code = code
    self.modifiers = modifiers
  }

  /// The character that the key adds to a text being typed; `nil` when the key is a command.
  public var text: Character? {
    guard case .character(let character) = code, modifiers.isEmpty else { return nil }
    return character
  }
}

extension Key {
  /// Enter or Return.
  public static let enter = Self(.enter)
  /// Escape.
  public static let escape = Self(.escape)
  /// Tab; back-tab is `.shift(.tab)`.
  public static let tab = Self(.tab)
  /// The key that deletes to the left.
  public static let backspace = Self(.backspace)
  /// The key that deletes to the right.
  public static let delete = Self(.delete)
  /// Arrow up.
  public static let up = Self(.up)
  /// Arrow down.
  public static let down = Self(.down)
  /// Arrow left.
  public static let left = Self(.left)
  /// Arrow right.
  public static let right = Self(.right)
  /// Home.
  public static let home = Self(.home)
  /// End.
  public static let end = Self(.end)
  /// Page up.
  public static let pageUp = Self(.pageUp)
  /// Page down.
  public static let pageDown = Self(.pageDown)

  /// A key that types a character.
  public static func character(_ character: Character) -> Self { Self(.character(character)) }
  /// A function key; F1 is 1.
  public static func function(_ number: Int) -> Self { Self(.function(number)) }
  /// The key with control held. Letters must be lower case.
  public static func control(_ key: Self) -> Self { Self(key.code, key.modifiers.union(.control)) }
  /// The key with alt held.
  public static func alt(_ key: Self) -> Self { Self(key.code, key.modifiers.union(.alt)) }
  /// The key with shift held.
  public static func shift(_ key: Self) -> Self { Self(key.code, key.modifiers.union(.shift)) }
}

extension Key: ExpressibleByExtendedGraphemeClusterLiteral {
  public init(extendedGraphemeClusterLiteral character: Character) { self.init(.character(character)) }
}
