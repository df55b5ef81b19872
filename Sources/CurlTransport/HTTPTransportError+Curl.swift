import CCurl
import HTTPMessages

extension HTTPTransportError.Kind {
  /// What a caller can do about an error of libcurl.
  init(_ code: CURLcode) {
    self =
      switch code {
      case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY:
        .nameNotResolved
      case CURLE_COULDNT_CONNECT, CURLE_PROXY, CURLE_INTERFACE_FAILED:
        .unreachable
      case CURLE_OPERATION_TIMEDOUT:
        .timedOut
      case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM,
        CURLE_SSL_CIPHER, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR,
        CURLE_SSL_CRL_BADFILE, CURLE_SSL_PINNEDPUBKEYNOTMATCH, CURLE_SSL_INVALIDCERTSTATUS,
        CURLE_SSL_ENGINE_INITFAILED, CURLE_SSL_CLIENTCERT, CURLE_USE_SSL_FAILED:
        .insecure
      // libcurl's own bound on a header line reports itself as a lack of memory.
      case CURLE_FILESIZE_EXCEEDED, CURLE_OUT_OF_MEMORY:
        .answerTooLarge
      case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY, CURLE_BAD_CONTENT_ENCODING,
        CURLE_WRITE_ERROR, CURLE_HTTP2, CURLE_HTTP2_STREAM:
        .malformedAnswer
      case CURLE_URL_MALFORMAT:
        .refused
      case CURLE_ABORTED_BY_CALLBACK:
        .cancelled
      default:
        .connectionLost
      }
  }
}

extension HTTPTransportError {
  /// The error of a call that a proxy does not carry.
  init(_ problem: ProxyProblem) {
    self.init(
      .unreachable,
      detail: problem.reason.prefix(1).uppercased() + problem.reason.dropFirst() + ".",
      proxyProblem: problem
    )
  }
}
