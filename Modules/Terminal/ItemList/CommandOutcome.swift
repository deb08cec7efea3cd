/// What came of a command.
public struct CommandOutcome<ID: Sendable>: Sendable {
  /// What is to be said of it: "Copied."; nil for nothing.
  public var notice: String?
  /// The item that is to be selected as soon as it is read; nil for none.
  public var revealed: ID?
  /// Whether items that were read while they were shown as unread are not any more.
  public var isSettled: Bool

  public init(_ notice: String?, revealing item: ID? = nil, isSettled: Bool = false) {
    self.notice = notice
    revealed = item
    self.isSettled = isSettled
  }
}
