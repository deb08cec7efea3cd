import CCurl
import Essentials
import NetworkClient

/// A failure of libcurl (libcurl-errors(3)) and its translation to an error of this module.
struct TransferFailure {
  var code: CURLcode
  /// The message of libcurl.
  var words: String
  var url: String
  /// The address of the proxy without a path; nil if the host was connected to directly.
  var proxy: String?
  /// The file of certificate authorities that replaces the system's.
  var certificateFile: String?
  /// The status of the proxy's response to CONNECT; 0 without one.
  var proxyStatus: Int
  /// The `errno` of the connection attempt.
  var systemError: Int32
  /// Whether the request may have been sent.
  var mayHaveBeenSent: Bool
  /// Whether a part of the body has arrived.
  var hasBody: Bool

  var error: NetworkClient.Error {
    switch code {
    // Nothing stops a transfer by a failing write: libcurl could not decompress the body.
    case CURLE_BAD_CONTENT_ENCODING, CURLE_WRITE_ERROR: .undecodable(words)
    // libcurl reports a header or trailer line that is too long as "out of memory" before 8.6 and as "too large" since.
    case CURLE_OUT_OF_MEMORY, CURLE_TOO_LARGE: .tooLarge(limit: Head.limit)
    default: .unreachable(cause)
    }
  }

  private var cause: NetworkClient.Cause {
    switch code {
    case CURLE_URL_MALFORMAT: .misdirected(to: url)
    // Without a network no name can be resolved.
    case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY:
      !hasNetwork ? .offline : code == CURLE_COULDNT_RESOLVE_PROXY ? ofProxy(.unknownHost) : .unknownHost
    case CURLE_COULDNT_CONNECT, CURLE_RECV_ERROR: brokenConnection
    case CURLE_OPERATION_TIMEDOUT where hasBody: .incomplete
    case CURLE_OPERATION_TIMEDOUT: mayHaveBeenSent ? .timedOut : ofProxy(.notConnected)
    case CURLE_PARTIAL_FILE, CURLE_GOT_NOTHING, CURLE_SEND_ERROR, CURLE_SEND_FAIL_REWIND, CURLE_HTTP2,
      CURLE_HTTP2_STREAM:
      .lost
    case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY: .notHTTP
    case CURLE_SSL_CONNECT_ERROR: brokenHandshake
    case CURLE_SSL_CACERT_BADFILE: certificateFile.map { .noAuthorities(file: $0) } ?? .untrusted
    case CURLE_SSL_PEER_CERTIFICATE, CURLE_SSL_ENGINE_NOTFOUND, CURLE_SSL_ENGINE_SETFAILED, CURLE_SSL_CERTPROBLEM,
      CURLE_SSL_CIPHER, CURLE_PEER_FAILED_VERIFICATION, CURLE_USE_SSL_FAILED,
      CURLE_SSL_ENGINE_INITFAILED, CURLE_SSL_SHUTDOWN_FAILED, CURLE_SSL_CRL_BADFILE,
      CURLE_SSL_ISSUER_ERROR, CURLE_SSL_PINNEDPUBKEYNOTMATCH, CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_CLIENTCERT:
      .untrusted
    default: .other(words)
    }
  }

  private var brokenConnection: NetworkClient.Cause {
    if proxyStatus >= 300 { return .other("the proxy answered \(proxyStatus)") }
    if code == CURLE_RECV_ERROR { return .lost }
    return switch systemError {
    case ENETUNREACH, ENETDOWN: .offline
    case ETIMEDOUT: ofProxy(.notConnected)
    case EHOSTUNREACH, EACCES, EPERM: .other(words)
    default: ofProxy(.refused)
    }
  }

  private func ofProxy(_ cause: NetworkClient.Cause) -> NetworkClient.Cause {
    proxy.map { .proxy(at: $0, cause) } ?? cause
  }

  /// libcurl has one code for all failures of a handshake: the words are those of OpenSSL and GnuTLS. Only an answer
  /// without TLS means that the server does not speak it.
  private var brokenHandshake: NetworkClient.Cause {
    func says(_ parts: String...) -> Bool { parts.contains { words.contains($0) } }
    if says("wrong version number", "packet length too long", "unexpected TLS packet") { return .notHTTP }
    return says("reset", "SYSCALL", "eof", "terminated", "closed") ? .lost : .other("TLS handshake failed")
  }
}

/// Whether this machine has a route to other networks. The addresses are for documentation (RFC 5737, RFC 3849); a
/// connection of UDP sends nothing.
private var hasNetwork: Bool {
  ["198.51.100.1", "2001:db8::1"].contains { address in
    var hints = addrinfo()
    hints.ai_flags = AI_NUMERICHOST
    hints.ai_socktype = Int32(SOCK_DGRAM.rawValue)
    var found: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(address, "9", &hints, &found) == 0, let found else { return false }
    defer { freeaddrinfo(found) }
    let file = socket(found.pointee.ai_family, found.pointee.ai_socktype, 0)
    guard file >= 0 else { return false }
    defer { close(file) }
    return connect(file, found.pointee.ai_addr, found.pointee.ai_addrlen) == 0
  }
}
