import Essentials
import Observed
public import Subscriptions

extension SubscriptionsStore {
  /// Returns a store in memory.
  public static func stub(_ file: SubscriptionFile = SubscriptionFile()) -> Self {
    let current = Observed(file)
    return Self(
      location: URL(filePath: "/satchel/feeds"), file: { current.value },
      editing: { edit in
        try current.update { file in
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
