/// An item of a list in tests.
public struct ListedItem: Equatable, Identifiable, Sendable {
  /// The identifier.
  public var id: Int
  /// The text of its row.
  public var text: String

  public init(_ id: Int, _ text: String) {
    self.id = id
    self.text = text
  }

  /// Returns items with texts like "Title 7".
  public static func numbered(_ numbers: some Sequence<Int>) -> [Self] { numbers.map { Self($0, "Title \($0)") } }
}
