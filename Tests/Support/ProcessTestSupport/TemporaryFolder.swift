public import Foundation

/// A folder of a test's own, which is removed with everything in it when nobody holds this any more.
public final class TemporaryFolder: Sendable {
  /// Where it is. It is not made: whoever writes first does that.
  public let url = FileManager.default.temporaryDirectory.appending(path: "satchel-test-\(UUID().uuidString)")

  public init() {}

  deinit { try? FileManager.default.removeItem(at: url) }
}
