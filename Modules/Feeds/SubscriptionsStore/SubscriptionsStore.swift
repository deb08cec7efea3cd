// The file of subscriptions, which people edit too.

public import Essentials
import Observed
public import Subscriptions

/// A store of the subscriptions in a text file.
///
/// The errors are `SubscriptionsStore.Error` and `CancellationError`.
public struct SubscriptionsStore: Sendable {
  /// An error of the file.
  public enum Error: Swift.Error, Hashable, Sendable {
    /// The file cannot be read.
    case unreadable(POSIXErrorCode)
    /// The file is larger than 16 MB.
    case tooLarge
    /// The file cannot be replaced. The lines are those that the edit would have added, and `removed` has the numbers of
    /// those that it would have removed.
    case notWritable(POSIXErrorCode, lines: [String], removed: [Int] = [])
    /// Another process has been editing the file for too long.
    case busy

    /// Returns the error as a clause, and advice as a sentence.
    /// - Parameter path: The path of the file.
    public func words(_ path: String) -> (clause: String, advice: String) {
      switch self {
      case .unreadable(let code):
        (
          "cannot read \(path) (\(code.clause))",
          [.EACCES, .EPERM].contains(code) ? "Check who may read it." : "Check that it is the list of feeds."
        )
      case .tooLarge: ("\(path) is larger than 16 MB", "Check that it is the list of feeds.")
      case .notWritable(let code, let lines, _):
        (
          "cannot write \(path) (\(code.clause))",
          lines.isEmpty
            ? "\(manualChange(""))."
            : "\(manualChange(lines.count == 1 ? "this line" : "these lines")): \(lines.joined(separator: " "))"
        )
      case .busy: ("another program is changing \(path)", "Try again.")
      }
    }

    /// Returns how a person makes an edit of a file that cannot be written, as a sentence without a full stop.
    /// - Parameter added: The lines that it adds: "the line above".
    public func manualChange(_ added: String) -> String {
      guard case .notWritable(_, let lines, let removed) = self else { return "" }
      let numbers = removed.prefix(3).map(String.init).joined(separator: ", ") + (removed.count > 3 ? ", …" : "")
      let old = "its \(removed.count == 1 ? "line" : "lines") \(numbers)"
      return switch (lines.isEmpty, removed.isEmpty) {
      case (false, true): "Add \(added) to it, or to the file that it is generated from"
      case (false, false): "Replace \(old) with \(added), or change the file that it is generated from"
      case (true, false): "Delete \(old), or change the file that it is generated from"
      case (true, true): "Change it, or the file that it is generated from, by hand"
      }
    }
  }

  /// The location of the file. It may be a symbolic link.
  public var location: URL
  /// Returns the contents of the file as they are now; empty ones if it is missing.
  public var file: @Sendable () async throws -> SubscriptionFile
  /// Changes the file. The closure gets the contents as they are now, and runs again if they change meanwhile. When
  /// this returns, the change is on disk; when it throws, nothing is changed.
  public var editing:
    @Sendable (_ edit: @escaping @Sendable (inout SubscriptionFile) throws -> Void) async throws -> Void

  public init(
    location: URL, file: @escaping @Sendable () async throws -> SubscriptionFile,
    editing:
      @escaping @Sendable (_ edit: @escaping @Sendable (inout SubscriptionFile) throws -> Void) async throws -> Void
  ) {
    self.location = location
    self.file = file
    self.editing = editing
  }

  /// Returns the result of a change once it is on disk.
  /// - Throws: `SubscriptionsStore.Error`, `CancellationError`, or the errors of `edit`. The file is unchanged then.
  @discardableResult
  public func edit<Value: Sendable>(
    _ edit: @escaping @Sendable (inout SubscriptionFile) throws -> Value
  ) async throws -> Value? {
    let result = Observed<Value?>(nil)
    try await editing { result.replace(with: try edit(&$0)) }
    return result.value
  }
}
