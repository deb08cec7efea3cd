public import Foundation

/// A port of the loopback address that refuses connections unless a server listens on it. Until this value is released,
/// the system does not assign the port to sockets that ask for any free port.
public final class ClosedPort: Sendable {
  /// An address with this port.
  public let url: URL
  private let socket: Int32

  /// - Throws: `POSIXError` if no port is free.
  public init() throws {
    socket = try Sockets.bound(version6: false, isShared: true)
    url = URL(string: "http://127.0.0.1:\(Sockets.port(of: socket))/") ?? URL(filePath: "/")
  }

  deinit { close(socket) }
}
