public import Foundation

extension LoopbackHost {
  /// The steps of a host after a request.
  public struct Reply: Sendable, ExpressibleByStringLiteral {
    /// A step of a host.
    public enum Step: Sendable {
      /// Sends bytes as they are.
      case send(Data)
      /// Sends bytes one at a time until the client hangs up.
      case drip(Data)
      /// Waits until the latch is open or the host has ended.
      case wait(Latch)
      /// Waits until the client hangs up or the host has ended.
      case hang
      /// Closes the connection properly (FIN).
      case close
      /// Resets the connection, as after a crash (RST).
      case reset
    }

    /// The steps. After the last one, the host reads the next request of the connection.
    public var steps: [Step]

    public init(_ steps: [Step]) { self.steps = steps }
    public init(stringLiteral text: String) { self.init([.send(Data(text.utf8))]) }

    /// Returns a well-formed answer with these header fields.
    public static func answer(
      _ status: Int = 200, headers: [String] = [], body: some DataProtocol = Data()
    ) -> Self {
      let head = ["HTTP/1.1 \(status) Because"] + headers + ["Content-Length: \(body.count)", "", ""]
      return Self([.send(Data(head.joined(separator: "\r\n").utf8) + body)])
    }

    /// Returns a well-formed answer with this text.
    public static func answer(_ status: Int = 200, headers: [String] = [], text: String) -> Self {
      answer(status, headers: headers, body: Data(text.utf8))
    }

    /// Returns a reply that sends these bytes and closes the connection.
    public static func bytes(_ bytes: some DataProtocol) -> Self { Self([.send(Data(bytes)), .close]) }

    /// Returns a redirect to an address.
    public static func redirect(_ status: Int = 302, to location: String) -> Self {
      answer(status, headers: ["Location: \(location)"])
    }

    /// No answer, with the connection open.
    public static let hang = Self([.hang])
    /// The closing of the connection.
    public static let close = Self([.close])
    /// The reset of the connection.
    public static let reset = Self([.reset])

    /// Returns a reply with the steps of both.
    public static func + (first: Self, second: Self) -> Self { Self(first.steps + second.steps) }
  }

  /// A latch that blocks a host until it is opened. It cannot be closed again.
  public final class Latch: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)

    public init() {}

    /// Creates a latch that opens by itself, for a slow host.
    /// - Parameter delay: The delay in seconds.
    public init(openingAfter delay: Double) {
      DispatchQueue.global().asyncAfter(deadline: .now() + delay) { [semaphore] in _ = semaphore.signal() }
    }

    /// Releases all threads that wait now or later.
    public func open() { semaphore.signal() }

    func pass() {
      semaphore.wait()
      semaphore.signal()
    }
  }
}
