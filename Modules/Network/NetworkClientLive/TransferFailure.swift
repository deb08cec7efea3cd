import CCurl
import Essentials
import NetworkClient

/// Why libcurl gave up (libcurl-errors(3)), as our error.
struct Failure {
  var code: CURLcode
  /// In libcurl's words.
  var words: String
  var url: String
  /// What a proxy answered to CONNECT; zero if none was asked.
  var proxyStatus: Int
  /// The `errno` of connecting.
  var systemError: Int32
  /// The limit for headers, in bytes.
  var headLimit: Int

  var error: NetworkClient.Error {
    switch code {
    case CURLE_BAD_CONTENT_ENCODING: .undecodable(words)
    // A line of headers or trailers that is too long for libcurl: "out of memory" before 8.6, "too large" since.
    case CURLE_OUT_OF_MEMORY, CURLE_TOO_LARGE: .tooLarge(limit: headLimit)
    default: .unreachable(cause)
    }
  }

  private var cause: NetworkClient.Cause {
    switch code {
    case CURLE_URL_MALFORMAT: .misdirected(to: url)
    case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY: .unknownHost
    case CURLE_COULDNT_CONNECT, CURLE_RECV_ERROR: brokenConnection
    case CURLE_OPERATION_TIMEDOUT: .timedOut
    case CURLE_PARTIAL_FILE, CURLE_GOT_NOTHING, CURLE_SEND_ERROR, CURLE_SEND_FAIL_REWIND, CURLE_HTTP2_STREAM: .lost
    case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY, CURLE_HTTP2, CURLE_SSL_CONNECT_ERROR: .notHTTP
    case CURLE_SSL_PEER_CERTIFICATE, CURLE_SSL_ENGINE_NOTFOUND, CURLE_SSL_ENGINE_SETFAILED, CURLE_SSL_CERTPROBLEM,
      CURLE_SSL_CIPHER, CURLE_PEER_FAILED_VERIFICATION, CURLE_USE_SSL_FAILED,
      CURLE_SSL_ENGINE_INITFAILED, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_SHUTDOWN_FAILED, CURLE_SSL_CRL_BADFILE,
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
    case ETIMEDOUT: .timedOut
    case EHOSTUNREACH, EACCES, EPERM: .other(words)
    default: .refused
    }
  }
}
