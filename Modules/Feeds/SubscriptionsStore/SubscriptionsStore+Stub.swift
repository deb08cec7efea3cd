import Essentials
public import Subscriptions
import Synchronization

extension SubscriptionsStore {
  /// Returns a store in memory.
  public static func stub(_ file: SubscriptionFile = SubscriptionFile()) -> Self {
    let current = Memory(file)
    return Self(
      location: URL(filePath: "/satchel/feeds"), file: { current.file.withLock { $0 } },
      editing: { edit in
        try current.file.withLock { file in
          var edited = file
          try edit(&edited)
          file = edited
        }
      })
  }

  /// Returns a store whose endpoints all fail.
  public static func failing(_ error: any Swift.Error) -> Self {
    Self(location: URL(filePath: "/satchel/feeds"), file: { throw error }, editing: { _ in throw error })
  }
}

/// A reference to a mutex, because a closure cannot capture a mutex itself.
private final class Memory: Sendable {
  let file: Mutex<SubscriptionFile>

  init(_ file: SubscriptionFile) { self.file = Mutex(file) }
}
