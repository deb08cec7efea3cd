public import Foundation

extension LoopbackHost {
  /// What the host does about a request, step by step.
  public struct Reply: Sendable, ExpressibleByStringLiteral {
    /// One thing a host does.
    public enum Step: Sendable {
      /// Sends bytes as they are.
      case send(Data)
      /// Sends bytes one by one, each as soon as the one before is gone, until the client hangs up.
      case drip(Data)
      /// Waits until the latch is opened or the test is over.
      case wait(Latch)
      /// Does nothing more until the client hangs up or the test is over.
      case hang
      /// Closes the connection in order (FIN).
      case close
      /// Closes the connection like a crash (RST).
      case reset
    }

    /// In order; after the last one, the host reads the next request of the connection.
    public var steps: [Step]

    public init(_ steps: [Step]) { self.steps = steps }
    public init(stringLiteral text: String) { self.init([.send(Data(text.utf8))]) }

    /// A well-formed answer with these header fields.
    public static func answer(
      _ status: Int = 200, headers: [String] = [], body: some DataProtocol = Data()
    ) -> Self {
      let head = ["HTTP/1.1 \(status) Because"] + headers + ["Content-Length: \(body.count)", "", ""]
      return Self([.send(Data(head.joined(separator: "\r\n").utf8) + body)])
    }

    /// A well-formed answer with this text.
    public static func answer(_ status: Int = 200, headers: [String] = [], text: String) -> Self {
      answer(status, headers: headers, body: Data(text.utf8))
    }

    /// These bytes, whatever they are, and the end of the connection.
    public static func bytes(_ bytes: some DataProtocol) -> Self { Self([.send(Data(bytes)), .close]) }

    /// A redirect to another address.
    public static func redirect(_ status: Int = 302, to location: String) -> Self {
      answer(status, headers: ["Location: \(location)"])
    }

    /// No answer.
    public static let hang = Self([.hang])
    /// The end of the connection.
    public static let close = Self([.close])
    /// The crash of the connection.
    public static let reset = Self([.reset])

    /// This and then that.
    public static func + (first: Self, second: Self) -> Self { Self(first.steps + second.steps) }
  }

  /// Holds a host up until it is opened; then it stays open.
  public final class Latch: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)

    public init() {}

    /// Opens by itself, for a host that takes its time.
    /// - Parameter delay: in seconds from now.
    public init(openingAfter delay: Double) {
      DispatchQueue.global().asyncAfter(deadline: .now() + delay) { [semaphore] in _ = semaphore.signal() }
    }

    /// Lets everybody pass who waits or comes later.
    public func open() { semaphore.signal() }

    func pass() {
      semaphore.wait()
      semaphore.signal()
    }
  }
}
