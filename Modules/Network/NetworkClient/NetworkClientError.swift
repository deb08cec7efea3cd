extension NetworkClient {
  /// Why there is no usable answer.
  public enum Error: Swift.Error, Hashable, Sendable {
    /// No whole answer came.
    case unreachable(Cause)
    /// The server answered with a status code that is neither a success nor "not modified".
    case rejected(status: Int)
    /// The answer is not the document that was asked for; the text is for developers, never for a screen.
    case undecodable(String)
    /// The answer is longer than `limit` bytes, its headers or its body after decompression.
    case tooLarge(limit: Int)
  }

  /// What stood between the question and the answer.
  public indirect enum Cause: Hashable, Sendable {
    /// There is no network.
    case offline
    /// The network is not to be used.
    case notUsed
    /// No such host, or nobody who knows it could be asked.
    case unknownHost
    /// The host is there, but takes no connection at this port.
    case refused
    /// The time for the whole request ran out.
    case timedOut
    /// It was not sent in time, and so not at all.
    case tooLate
    /// The connection ended, or broke, before the answer was whole.
    case lost
    /// The connection cannot be trusted: the certificate is not valid for the host, or nobody vouches for it.
    case untrusted
    /// What answers does not speak HTTP, or no TLS where that was asked for.
    case notHTTP
    /// The address is not followed, whether it was asked for or a server points to it: not http or https, without
    /// a host, from https to http, from another machine to this one, or one hop too many.
    case misdirected(to: String)
    /// A redirect led to another host or port, an address without a path, and this happened there.
    case elsewhere(at: String, Cause)
    /// Anything else, in the words of whoever found it: a library, or the check of a request before it is sent.
    case other(String)
  }
}
