public import Foundation
import Synchronization

/// A host inside the test that answers as the test says, broken answers included.
///
/// It listens on a port of its own on the loopback address from `init` until the test drops it. Each connection has
/// a thread.
public final class LoopbackHost: Sendable {
  /// The port it listens on.
  public let port: Int
  private let log: HostLog
  private let version6: Bool

  /// - Parameters:
  ///   - version6: listen on ::1 instead of 127.0.0.1.
  ///   - reply: what to do about a request; called on the connection's thread.
  /// - Throws: `POSIXError` when there is no such address or no port left.
  public init(version6: Bool = false, reply: @escaping @Sendable (_ request: Seen) -> Reply) throws {
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

  /// Answers the requests in the order they come, whatever they ask; the last reply serves for all that follow.
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

  /// The address of a path on this host.
  public func url(_ path: String = "/", scheme: String = "http") -> URL {
    URL(string: "\(scheme)://\(version6 ? "[::1]" : "127.0.0.1"):\(port)\(path)") ?? URL(filePath: path)
  }

  /// The requests seen so far.
  public var requests: [Seen] { log.events.requests }
  /// The number of connections so far.
  public var connections: Int { log.events.opened }

  /// Waits until that many requests were seen.
  /// - Throws: `CancellationError`.
  public func seen(_ count: Int = 1) async throws { try await log.wait { $0.requests.count >= count } }

  /// Waits until that many connections are over, whoever ended them.
  /// - Throws: `CancellationError`.
  public func ended(_ count: Int = 1) async throws { try await log.wait { $0.ended >= count } }
}
