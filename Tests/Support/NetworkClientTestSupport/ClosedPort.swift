public import Foundation

/// A port of the loopback address at which nobody answers, and which nobody else gets until the test drops it.
public final class ClosedPort: Sendable {
  /// An address at this port.
  public let url: URL
  private let socket: Int32

  /// - Throws: `POSIXError` when there is no port left.
  public init() throws {
    socket = try Sockets.bound(version6: false)
    url = URL(string: "http://127.0.0.1:\(Sockets.port(of: socket))/") ?? URL(filePath: "/")
  }

  deinit { close(socket) }
}
