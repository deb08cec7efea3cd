/// Something for a list to hold, in tests.
public struct ListedItem: Equatable, Identifiable, Sendable {
  /// Names it.
  public var id: Int
  /// What stands in its row.
  public var text: String

  public init(_ id: Int, _ text: String) {
    self.id = id
    self.text = text
  }

  /// Items of some numbers: "Title 7".
  public static func numbered(_ numbers: some Sequence<Int>) -> [Self] { numbers.map { Self($0, "Title \($0)") } }
}
