public import Essentials
public import Observed
public import StyleGuide

/// The state of the screen that fetches response codes.
public struct DataFetchState: Equatable, Sendable {
  /// The last response code; nil if there is none, or before it is read.
  public var responseCode: UUID?
  /// The number of codes fetched so far; nil before it is read.
  public var timesFetched: Int?
  /// The reason why the last try failed, as a clause; nil once another try begins.
  public var failure: String?
  /// A notice about the last action: "Copied."
  public var notice: String?
  /// The button that fetches.
  public var button = AsyncButtonState(title: "Fetch", doing: "Fetching")

  public init() {}
}

/// The actions of the screen.
public enum DataFetchAction: Equatable, Sendable {
  /// Read the saved codes, each time the screen appears, because another program may have fetched some.
  case reload
  /// The screen is closed for good.
  case disappeared
  /// Press the button.
  case fetch
  /// Cancel the fetch in flight.
  case cancel
  /// Copy the last response code to the clipboard.
  case copy
}

/// The view model of the screen that fetches response codes.
public typealias DataFetchViewModel = ViewModel<DataFetchState, DataFetchAction>
