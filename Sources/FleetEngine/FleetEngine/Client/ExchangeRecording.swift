internal import HTTPMessages
internal import TrustLimits

extension RecordedExchange {
  /// The fields of a request that are recorded; the one with the token is not.
  private static let requestFields = ["Accept", "X-Goog-Maps-Experience-ID"]
  private static let responseFields = ["Date", "Age", "Content-Type", "Server", "Retry-After"]
  /// The parameters whose values are recorded, besides those of the ``RequestHeader``.
  private static let parameters: Set<String> = [
    "routeFormatType", "currentRouteSegmentVersion", "currentRouteSegmentTrafficVersion",
    "remainingWaypointsVersion", "remainingWaypointsRouteVersion",
  ]

  /// Records an exchange without the token, even where the response repeats it.
  convenience init(
    _ request: TransportRequest, _ result: Result<TransportResponse, HTTPTransportError>,
    sentWith token: AccessToken, bodyBytes limit: Int
  ) {
    let scrubber = SecretScrubber(token)
    func text(_ text: String) -> String {
      guard let scrubber else { return text }
      return String(decoding: scrubber.scrubbed(Array(text.utf8)), as: UTF8.self)
    }
    func fields(_ headers: TransportHeaders, _ names: [String]) -> TransportHeaders {
      TransportHeaders(
        names.compactMap { name in headers[name].map { .init(name: name, value: text($0)) } })
    }
    var url = request.url
    for index in url.query.indices {
      let name = url.query[index].name
      let isKnown = Self.parameters.contains(name) || name.hasPrefix("header.")
      url.query[index].value = isKnown ? text(url.query[index].value) : Self.secretMark
    }
    let sent = fields(request.headers, Self.requestFields)
    switch result {
    case .success(let response):
      self.init(
        method: request.method, url: url, requestHeaders: sent, status: response.status,
        headers: fields(response.headers, Self.responseFields),
        // Scrubbed first, because the cut may divide a token.
        body: Array((scrubber?.scrubbed(response.body) ?? response.body).prefix(limit)),
        bodyBytes: response.body.count)
    case .failure(let error):
      self.init(
        method: request.method, url: url, requestHeaders: sent,
        failure: text(error.detail.cut(toBytes: Limits.Text.bytes)))
    }
  }
}

extension ExchangeObserver {
  /// Records an exchange, if its observer wants that.
  func record(
    _ request: TransportRequest, _ result: Result<TransportResponse, HTTPTransportError>,
    sentWith token: AccessToken
  ) {
    guard let recordedBodyBytes else { return }
    record(RecordedExchange(request, result, sentWith: token, bodyBytes: recordedBodyBytes))
  }
}
