extension NetworkClient {
  /// An error of a request.
  public enum Error: Swift.Error, Hashable, Sendable {
    /// No complete response arrived.
    case unreachable(Cause)
    /// The server answered with a status code that is neither a success nor "not modified".
    case rejected(status: Int)
    /// The response is not the requested document. The text is for developers and is not shown on a screen.
    case undecodable(String)
    /// The response is an HTML page in place of data, such as the login page of a network.
    case page
    /// The headers of the response, or its body after decompression, are longer than `limit` bytes.
    case tooLarge(limit: Int)
  }

  /// The reason why no complete response arrived.
  public indirect enum Cause: Hashable, Sendable {
    /// There is no network.
    case offline
    /// The network must not be used.
    case notUsed
    /// The host does not exist, or no name server could be reached.
    case unknownHost
    /// The host accepts no connection at this port.
    case refused
    /// The time ran out before there was a connection, so the request was not sent.
    case notConnected
    /// The time for the whole request ran out.
    case timedOut
    /// The time for the whole request ran out while the body arrived.
    case incomplete
    /// The latest time to send the request passed, so it was not sent.
    case tooLate
    /// The connection ended before the response was complete.
    case lost
    /// The certificate is not valid for the host or not signed by a trusted authority.
    case untrusted
    /// The other end does not speak HTTP, or does not speak TLS where `https` requires it.
    case notHTTP
    /// The address is not followed, whether it was asked for or a server points to it: not http or https, without
    /// a host, from https to http, from another machine to this one, or one hop too many.
    case misdirected(to: String)
    /// The redirects lead back to an address that was asked already.
    case circular
    /// The failure of another host or port that a redirect led to; `at` is its address without a path.
    case elsewhere(at: String, Cause)
    /// The failure of the proxy; `at` is its address without a path.
    case proxy(at: String, Cause)
    /// The file of certificate authorities, which a person has named, cannot be read or has none.
    case noAuthorities(file: String)
    /// Any other failure, in the words of the library or the check that found it.
    case other(String)
  }
}
