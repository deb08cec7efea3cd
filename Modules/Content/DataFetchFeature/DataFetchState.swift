public import Essentials
public import Observed
public import StyleGuide

/// What the section shows that fetches response codes.
public struct DataFetchState: Equatable, Sendable {
  /// The last response code; nil when none was fetched yet, or before that is known.
  public var responseCode: UUID?
  /// How many were fetched; nil before that is known.
  public var timesFetched: Int?
  /// Why the last try came to nothing, as a clause; the next try takes it away.
  public var failure: String?
  /// A word about what was just done: "Copied."
  public var notice: String?
  /// The button that fetches.
  public var button = AsyncButtonState(title: Self.buttonTitle, doing: Self.buttonDoing)

  /// What the button says.
  static let buttonTitle = "Fetch"
  /// What it says while it works.
  static let buttonDoing = "Fetching"

  public init() {}
}

/// What can be done in the section.
public enum DataFetchAction: Equatable, Sendable {
  /// The screen is there for the first time.
  case appeared
  /// Look again at what is known: another program may have fetched.
  case reload
  /// The screen will not come back.
  case disappeared
  /// Press the button.
  case fetch
  /// Give up what the button has begun.
  case cancel
  /// Copy the last response code to the clipboard.
  case copy
}

/// The section and what can be done in it.
public typealias DataFetchViewModel = ViewModel<DataFetchState, DataFetchAction>
