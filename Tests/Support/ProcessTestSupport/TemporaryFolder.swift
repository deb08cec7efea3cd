public import Foundation

/// A temporary folder that is removed with its contents when this value is released.
public final class TemporaryFolder: Sendable {
  /// The path of the folder. It is created by the first writer, not by `init`.
  public let url = FileManager.default.temporaryDirectory.appending(path: "satchel-test-\(UUID().uuidString)")

  public init() {}

  deinit { try? FileManager.default.removeItem(at: url) }
}
