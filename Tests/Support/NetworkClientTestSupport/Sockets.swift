public import Foundation

/// The POSIX socket calls that tests need. All of them block.
public enum Sockets {
  /// Returns a socket that listens on a free port of the loopback address.
  static func listen(version6: Bool) throws -> Int32 {
    let listener = try bound(version6: version6)
    guard Foundation.listen(listener, 128) == 0 else {
      let failure = failure()
      close(listener)
      throw failure
    }
    return listener
  }

  /// Returns a socket that is bound to a free port and does not listen.
  /// - Parameter isShared: Whether a server that asks for this very port may listen on it.
  static func bound(version6: Bool, isShared: Bool = false) throws -> Int32 {
    let socket = try stream(version6: version6)
    var yes: Int32 = 1
    if isShared { setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size)) }
    let status = version6 ? with(loopback6()) { bind(socket, $0, $1) } : with(loopback4()) { bind(socket, $0, $1) }
    guard status == 0 else {
      let failure = failure()
      close(socket)
      throw failure
    }
    return socket
  }

  /// Returns the port that a socket is bound to. It is at the same offset in the addresses of both versions.
  static func port(of socket: Int32) -> Int {
    var address = sockaddr_in6()
    var length = socklen_t(MemoryLayout<sockaddr_in6>.size)
    withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { _ = getsockname(socket, $0, &length) }
    }
    return Int(UInt16(bigEndian: address.sin6_port))
  }

  /// Waits for the next connection; nil if the listener fails.
  static func accept(_ listener: Int32) -> Int32? {
    var socket: Int32
    repeat { socket = Foundation.accept(listener, nil, nil) } while socket < 0 && [EINTR, ECONNABORTED].contains(errno)
    guard socket >= 0 else { return nil }
    var yes: Int32 = 1
    setsockopt(socket, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
    ignoreBrokenPipes(socket)
    return socket
  }

  /// Returns two sockets that are connected to each other.
  public static func pair() throws -> (FileHandle, FileHandle) {
    var ends: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, streamKind, 0, &ends) == 0 else { throw failure() }
    ends.forEach(ignoreBrokenPipes)
    let handles = ends.map { FileHandle(fileDescriptor: $0, closeOnDealloc: true) }
    return (handles[0], handles[1])
  }

  private static func ignoreBrokenPipes(_ socket: Int32) {
    #if canImport(Darwin)
      var yes: Int32 = 1
      setsockopt(socket, SOL_SOCKET, SO_NOSIGPIPE, &yes, socklen_t(MemoryLayout<Int32>.size))
    #endif
  }

  /// Makes a connection and closes it, so that a waiting `accept` returns.
  static func knock(port: Int, version6: Bool) {
    guard let socket = try? stream(version6: version6) else { return }
    defer { close(socket) }
    let number = in_port_t(port).bigEndian
    if version6 {
      var address = loopback6()
      address.sin6_port = number
      _ = with(address) { connect(socket, $0, $1) }
    } else {
      var address = loopback4()
      address.sin_port = number
      _ = with(address) { connect(socket, $0, $1) }
    }
  }

  /// Returns the received bytes; nil at the end of the connection.
  static func receive(_ socket: Int32) -> Data? {
    var bytes = [UInt8](repeating: 0, count: 16384)
    while true {
      let count = recv(socket, &bytes, bytes.count, 0)
      if count > 0 { return Data(bytes[..<count]) }
      guard count < 0, errno == EINTR else { return nil }
    }
  }

  /// Sends all bytes. Returns false if the other end is closed.
  public static func send(_ data: Data, to socket: Int32) -> Bool {
    #if canImport(Darwin)
      let flags: Int32 = 0
    #else
      let flags = Int32(MSG_NOSIGNAL)
    #endif
    var rest = data
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.send(socket, $0.baseAddress, $0.count, flags) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// Closes the sending side and waits until the client hangs up. Closing a socket with unread data would reset the
  /// connection.
  static func finish(_ socket: Int32) {
    shutdown(socket, Int32(SHUT_WR))
    while receive(socket) != nil {}
  }

  /// Makes the next `close` reset the connection (SO_LINGER with no time).
  static func resetOnClose(_ socket: Int32) {
    var none = linger(l_onoff: 1, l_linger: 0)
    setsockopt(socket, SOL_SOCKET, SO_LINGER, &none, socklen_t(MemoryLayout<linger>.size))
  }

  #if canImport(Darwin)
    private static let streamKind = SOCK_STREAM
  #else
    private static let streamKind = Int32(SOCK_STREAM.rawValue)
  #endif

  private static func stream(version6: Bool) throws -> Int32 {
    let socket = socket(version6 ? AF_INET6 : AF_INET, streamKind, 0)
    guard socket >= 0 else { throw failure() }
    return socket
  }

  private static func with<Address>(
    _ address: Address, _ call: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32 {
    withUnsafePointer(to: address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { call($0, socklen_t(MemoryLayout<Address>.size)) }
    }
  }

  private static func loopback4() -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    return address
  }

  private static func loopback6() -> sockaddr_in6 {
    var address = sockaddr_in6()
    address.sin6_family = sa_family_t(AF_INET6)
    address.sin6_addr = in6addr_loopback
    return address
  }

  private static func failure() -> POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
}
