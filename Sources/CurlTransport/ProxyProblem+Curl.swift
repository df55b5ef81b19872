import CCurl
import HTTPMessages

extension ProxyProblem {
  /// What an error of libcurl says is wrong with a proxy; nil where that is not at fault.
  ///
  /// - Parameters:
  ///   - code: The error.
  ///   - proxy: The proxy that the address is asked through; nil for none.
  ///   - answer: The HTTP status that the proxy gave, 0 for none.
  ///   - isConnected: Whether the host itself was reached.
  init?(_ code: CURLcode, at proxy: ProxySettings.Proxy?, answer: Int, isConnected: Bool) {
    guard let proxy, !isConnected else { return nil }
    let kind: Kind
    switch (answer, code) {
    case (407, _): kind = .wantsLogin
    case (1..., _) where !(200..<300).contains(answer): kind = .refuses(status: answer)
    case (_, CURLE_COULDNT_RESOLVE_PROXY): kind = .nameNotResolved
    case (0, CURLE_COULDNT_CONNECT), (0, CURLE_OPERATION_TIMEDOUT): kind = .unreachable
    case (0, CURLE_PROXY), (0, CURLE_RECV_ERROR), (0, CURLE_SEND_ERROR), (0, CURLE_GOT_NOTHING):
      kind = .brokeOff
    default: return nil
    }
    self.init(proxy: proxy.authority, source: proxy.source, kind: kind)
  }
}
