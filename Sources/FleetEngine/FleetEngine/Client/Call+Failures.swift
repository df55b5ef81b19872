internal import HTTPMessages
internal import TrustLimits

extension Call {
  /// Creates the error of a call that failed for another reason than a server's error response.
  func failure(
    _ code: RPCCode, _ message: String, httpStatus: Int? = nil, cause: FleetEngineError.Cause,
    serverDate: String? = nil
  ) -> FleetEngineError {
    FleetEngineError(
      operation: operation, code: code, message: message.cut(toBytes: Limits.Text.bytes),
      httpStatus: httpStatus, request: info, cause: cause, serverDate: serverDate)
  }

  /// Throws the first of the error messages of a list's elements, if there is one.
  func check(_ excesses: some Sequence<String?>) throws(FleetEngineError) {
    guard let excess = excesses.lazy.compactMap(\.self).first(where: { _ in true }) else { return }
    throw failure(.internal, excess, cause: .unreadableAnswer(contentType: "application/json"))
  }

  /// Throws if a page has the token that it was asked for with, which would never end.
  func check(next: String?, after token: String?) throws(FleetEngineError) {
    guard let next, next == token else { return }
    throw failure(
      .internal, "The server returns the token of the page that it returned before.",
      cause: .unreadableAnswer(contentType: "application/json"))
  }

  /// Creates the error that a response reports; the response must be scrubbed of the token.
  func serverError(_ response: TransportResponse, _ token: AccessToken) -> FleetEngineError {
    let status = RPCStatus(body: response.body, httpStatus: response.status)
    let wait = retryAfter(response) ?? status?.retryDelay
    let isForeign = status == nil && [404, 405].contains(response.status) && !Self.isCut(response)
    return FleetEngineError(
      operation: operation,
      code: status?.code ?? (isForeign ? .unimplemented : Self.code(of: response)),
      message: message(response, status).cut(toBytes: Limits.Text.bytes),
      httpStatus: response.status,
      retryAfter: wait.map { min(max($0, .zero), Limits.Response.retryAfter) },
      details: status?.details ?? [], request: info, cause: isForeign ? .otherServer : .server,
      serverDate: response.headers.serverDate, tokenExpiresAt: token.expiresAt,
      tokenAccount: token.account)
  }

  /// The code of a response without Fleet Engine's error.
  private static func code(of response: TransportResponse) -> RPCCode {
    (300..<400).contains(response.status) ? .unavailable : RPCCode(httpStatus: response.status)
  }

  /// Whether a body is the beginning of an error of Fleet Engine, whose rest was lost on the way.
  private static func isCut(_ response: TransportResponse) -> Bool {
    let text = response.body.prefix(64).filter { !" \n\r\t".utf8.contains($0) }
    guard !text.isEmpty else {
      return response.headers["Content-Type"]?.hasPrefix("application/json") ?? false
    }
    let start = Array(#"{"error":{"#.utf8)
    return text.starts(with: start.prefix(text.count))
  }

  private func message(_ response: TransportResponse, _ error: RPCStatus?) -> String {
    if let message = error?.message, !message.isEmpty { return message }
    if (300..<400).contains(response.status) {
      return "The server redirects to \(response.headers["Location"] ?? "another place"); that is "
        + "not followed."
    }
    let status = "The server answered with HTTP status \(response.status)"
    return error == nil && !response.body.isEmpty
      ? status + " and no error of Fleet Engine's; check its address."
      : status + "."
  }

  /// The wait of the response's `Retry-After` header, in seconds or until a date.
  ///
  /// A date is compared with the server's own clock if possible, so that a wrong clock on this
  /// machine does no harm.
  private func retryAfter(_ response: TransportResponse) -> Duration? {
    guard let text = response.headers["Retry-After"] else { return nil }
    if !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
      return Int64(text).map { .seconds($0) } ?? Limits.Response.retryAfter
    }
    let serverNow = response.headers.serverDate.flatMap(Timestamp.init(httpDate:))
    return Timestamp(httpDate: text).map { $0 - (serverNow ?? wallNow()) }
  }
}
