public import Foundation
import Synchronization

/// A host in the test process that sends the answers that a test specifies, including broken ones.
///
/// It listens on its own port of the loopback address until it is released. Each connection has a thread.
public final class LoopbackHost: Sendable {
  /// The port that it listens on.
  public let port: Int
  private let log: HostLog
  private let version6: Bool

  /// Starts a host.
  /// - Parameters:
  ///   - version6: Whether to listen on ::1 instead of 127.0.0.1.
  ///   - reply: Returns the reply to a request; called on the connection's thread.
  /// - Throws: `POSIXError` if the address is missing or no port is free.
  public init(version6: Bool = false, reply: @escaping @Sendable (_ request: ReceivedRequest) -> Reply) throws {
    let log = HostLog()
    let listener = try Sockets.listen(version6: version6)
    self.log = log
    self.version6 = version6
    port = Sockets.port(of: listener)
    Thread {
      while let socket = Sockets.accept(listener), let connection = log.add(socket) {
        Thread { HostConnection(number: connection, socket: socket, log: log, reply: reply).serve() }.start()
      }
      close(listener)
    }.start()
  }

  /// Starts a host that replies to requests in order. The last reply is used for all further requests.
  public convenience init(_ replies: Reply...) throws {
    let turn = Mutex(0)
    try self.init { _ in
      let index = turn.withLock { turn in
        defer { turn += 1 }
        return turn
      }
      return index < replies.count ? replies[index] : replies.last ?? .close
    }
  }

  deinit {
    log.end()
    Sockets.knock(port: port, version6: version6)
  }

  /// Returns the address of a path on this host.
  public func url(_ path: String = "/", scheme: String = "http") -> URL {
    URL(string: "\(scheme)://\(version6 ? "[::1]" : "127.0.0.1"):\(port)\(path)") ?? URL(filePath: path)
  }

  /// The requests received so far.
  public var requests: [ReceivedRequest] { log.events.requests }
  /// The number of connections so far.
  public var connections: Int { log.events.opened }

  /// Waits until that many requests have been received.
  /// - Throws: `CancellationError`.
  public func seen(_ count: Int = 1) async throws { try await log.wait { $0.requests.count >= count } }

  /// Waits until that many connections have ended.
  /// - Throws: `CancellationError`.
  public func ended(_ count: Int = 1) async throws { try await log.wait { $0.ended >= count } }
}
