import Feed

/// In which order a list is shown, and which part of it.
public struct Arrangement: Hashable, Sendable, Codable {
  /// An order to choose.
  public enum Order: String, Hashable, Sendable, Codable, CaseIterable {
    /// As the server lists them.
    case listed
    /// The newest first.
    case newest
    /// By title.
    case title
    /// What was not read first; each part as the server lists it.
    case unreadFirst
  }

  /// The order.
  public var order = Order.listed
  /// Whether only what was not read is shown.
  public var isOnlyUnread = false

  public init(order: Order = .listed, isOnlyUnread: Bool = false) {
    (self.order, self.isOnlyUnread) = (order, isOnlyUnread)
  }

  /// Whether all is shown as the server lists it.
  public var isPlain: Bool { self == Self() }

  var feedOrder: FeedOrder {
    switch order {
    case .listed, .unreadFirst: .listed
    case .newest: .newest
    case .title: .title
    }
  }
}
