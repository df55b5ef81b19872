import CCurl
import HTTPMessages

extension HTTPTransportError.Kind {
  /// The kind of an error of libcurl.
  init(_ code: CURLcode) {
    self =
      switch code {
      case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY: .nameNotResolved
      case CURLE_COULDNT_CONNECT, CURLE_PROXY, CURLE_INTERFACE_FAILED: .unreachable
      case CURLE_OPERATION_TIMEDOUT: .timedOut
      case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM,
        CURLE_SSL_CIPHER, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR,
        CURLE_SSL_CRL_BADFILE, CURLE_SSL_PINNEDPUBKEYNOTMATCH, CURLE_SSL_INVALIDCERTSTATUS,
        CURLE_SSL_ENGINE_INITFAILED, CURLE_SSL_CLIENTCERT, CURLE_USE_SSL_FAILED:
        .insecure
      // libcurl reports a header line beyond its own limit as a lack of memory.
      case CURLE_FILESIZE_EXCEEDED, CURLE_OUT_OF_MEMORY: .answerTooLarge
      case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY, CURLE_BAD_CONTENT_ENCODING,
        CURLE_WRITE_ERROR, CURLE_HTTP2, CURLE_HTTP2_STREAM:
        .malformedAnswer
      case CURLE_URL_MALFORMAT: .refused
      case CURLE_ABORTED_BY_CALLBACK: .cancelled
      default: .connectionLost
      }
  }
}

extension HTTPTransportError {
  /// Creates the error of a call that failed at a proxy.
  init(_ problem: ProxyProblem) {
    self.init(
      .unreachable,
      detail: problem.reason.prefix(1).uppercased() + problem.reason.dropFirst() + ".",
      proxyProblem: problem)
  }
}

extension ProxyProblem {
  /// Creates the problem that an error of libcurl reports; nil if no proxy is at fault.
  ///
  /// `status` is the HTTP status of the proxy's response, 0 without one. `isConnected` says whether
  /// the host itself was reached.
  init?(_ code: CURLcode, at proxy: ProxySettings.Proxy?, status: Int, isConnected: Bool) {
    guard let proxy, !isConnected else { return nil }
    let kind: Kind
    switch (status, code) {
    case (407, _): kind = .needsPassword
    case (1..., _) where !(200..<300).contains(status): kind = .refuses(status: status)
    case (_, CURLE_COULDNT_RESOLVE_PROXY): kind = .nameNotResolved
    case (0, CURLE_COULDNT_CONNECT), (0, CURLE_OPERATION_TIMEDOUT): kind = .unreachable
    case (0, CURLE_PROXY), (0, CURLE_RECV_ERROR), (0, CURLE_SEND_ERROR), (0, CURLE_GOT_NOTHING):
      kind = .disconnected
    default: return nil
    }
    self.init(proxy: proxy.authority, source: proxy.source, kind: kind)
  }
}

extension TLSProblem {
  /// Creates the problem that an error of libcurl reports; nil if TLS is not at fault.
  ///
  /// `verifyResult` is OpenSSL's `X509_V_ERR` code, `detail` libcurl's message.
  init?(_ code: CURLcode, verifyResult: Int, detail: String) {
    switch code {
    case CURLE_SSL_CACERT_BADFILE: self = .authoritiesFile
    case CURLE_PEER_FAILED_VERIFICATION: self.init(verifyResult: verifyResult, detail: detail)
    case CURLE_SSL_CONNECT_ERROR: self.init(handshake: detail)
    default: return nil
    }
  }

  private init?(verifyResult: Int, detail: String) {
    switch verifyResult {
    case 9: self = .notYetValid
    case 10: self = .expired
    case 18, 19: self = .selfSigned
    case 2, 20, 21, 27: self = .unknownAuthority
    case 66, 67, 68: self = .weak
    case 62, 64: self = .otherHost
    // libcurl compares the host's name itself, after the certificate was accepted; some versions
    // leave 1 there.
    case 0...1 where detail.contains("match"): self = .otherHost
    default: return nil
    }
  }

  private init?(handshake detail: String) {
    if detail.contains("wrong version number") || detail.contains("http request") {
      self = .noTLS
    } else if detail.contains("unsupported protocol") || detail.contains("protocol version") {
      self = .oldVersion
    } else if detail.contains("too small") || detail.contains("too weak") {
      self = .weak
    } else {
      return nil
    }
  }
}
