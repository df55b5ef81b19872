internal import HTTPMessages
internal import TrustLimits

extension Call {
  /// A failure of the call that is no error of the server's.
  func failure(
    _ code: RPCCode,
    _ message: String,
    httpStatus: Int? = nil,
    cause: FleetEngineError.Cause,
    serverDate: String? = nil
  ) -> FleetEngineError {
    FleetEngineError(
      operation: operation,
      code: code,
      message: message.cut(toBytes: Limits.Text.bytes),
      httpStatus: httpStatus,
      request: info,
      cause: cause,
      serverDate: serverDate
    )
  }

  /// The error that an answer to a call reports, which no longer holds the call's token.
  func serverError(_ response: HTTPResponse, _ token: AccessToken) -> FleetEngineError {
    let status = RPCStatus(body: response.body, httpStatus: response.status)
    let isRedirect = (300..<400).contains(response.status)
    let wait = retryAfter(response) ?? status?.retryDelay
    return FleetEngineError(
      operation: operation,
      code: status?.code ?? (isRedirect ? .unavailable : RPCCode(httpStatus: response.status)),
      message: message(response, status).cut(toBytes: Limits.Text.bytes),
      httpStatus: response.status,
      retryAfter: wait.map { min(max($0, .zero), Limits.Reply.retryAfter) },
      details: status?.details ?? [],
      request: info,
      serverDate: response.headers["Date"],
      tokenExpiresAt: token.expiresAt,
      tokenAccount: token.account
    )
  }

  private func message(_ response: HTTPResponse, _ reported: RPCStatus?) -> String {
    if let told = reported?.message, !told.isEmpty { return told }
    if (300..<400).contains(response.status) {
      return "The server redirects to \(response.headers["Location"] ?? "another place"); that is "
        + "not followed."
    }
    let status = "The server answered with HTTP status \(response.status)"
    return reported == nil && !response.body.isEmpty
      ? status + " and no error of Fleet Engine's; check its address."
      : status + "."
  }

  /// The wait of the answer's `Retry-After`, in seconds or until a moment; nil where it has none.
  ///
  /// A moment counts from the server's own clock, so that a wrong one here does no harm, and from
  /// the wall's where the answer does not tell the server's.
  private func retryAfter(_ response: HTTPResponse) -> Duration? {
    guard let text = response.headers["Retry-After"] else { return nil }
    if !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
      return Int64(text).map { .seconds($0) } ?? Limits.Reply.retryAfter
    }
    let serverNow = response.headers["Date"].flatMap(Timestamp.init(httpDate:))
    guard let until = Timestamp(httpDate: text), let now = serverNow ?? wallNow?() else {
      return nil
    }
    return until - now
  }
}
