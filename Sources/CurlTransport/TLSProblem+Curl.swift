import CCurl
import HTTPMessages

extension TLSProblem {
  /// What an error of libcurl says is wrong with TLS; nil where it is none of that, or not told.
  ///
  /// - Parameters:
  ///   - code: The error.
  ///   - verifyResult: What OpenSSL's verification ended with, one of its `X509_V_ERR`.
  ///   - detail: What libcurl says of it.
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
    // libcurl compares the host's name itself, once the certificate is accepted.
    case 0 where detail.contains("match"): self = .otherHost
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
