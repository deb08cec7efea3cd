import Foundation

/// A connection to a host, served on its own thread.
struct HostConnection {
  var number: Int
  var socket: Int32
  var log: HostLog
  var reply: @Sendable (LoopbackHost.ReceivedRequest) -> LoopbackHost.Reply

  func serve() {
    defer { log.end(number) }
    var buffer = Data()
    while true {
      while let request = LoopbackHost.ReceivedRequest(connection: number, buffer: &buffer) {
        log.add(request)
        for step in reply(request).steps {
          guard follow(step) else { return }
        }
      }
      guard let bytes = Sockets.receive(socket) else { return }
      buffer.append(bytes)
    }
  }

  /// Carries out a step. Returns false if it ends the connection.
  private func follow(_ step: LoopbackHost.Reply.Step) -> Bool {
    switch step {
    case .send(let data): return Sockets.send(data, to: socket)
    case .drip(let data): return data.allSatisfy { Sockets.send(Data([$0]), to: socket) }
    case .wait(let latch):
      log.wait(at: latch)
      return true
    case .hang:
      while Sockets.receive(socket) != nil {}
      return false
    case .close:
      Sockets.finish(socket)
      return false
    case .reset:
      Sockets.resetOnClose(socket)
      return false
    }
  }
}
