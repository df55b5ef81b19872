/// A request and its response, kept for display: without credentials, and bounded.
///
/// An object, so that the record of a poll is cheap to copy; equality is identity.
package final class RecordedExchange: Sendable, Hashable {
  package let method: TransportMethod
  /// The address; ``secretMark`` replaces the values of parameters that may be secret.
  package let url: HTTPURL
  /// The request's header fields without credentials.
  package let requestHeaders: TransportHeaders
  /// The response's status code; nil without a response.
  package let status: Int?
  /// The response's header fields that are known to be harmless.
  package let headers: TransportHeaders
  /// The response's body, or its first bytes.
  package let body: [UInt8]
  /// The size of the whole body in bytes.
  package let bodyBytes: Int
  /// Why there is no response.
  package let failure: String?
  /// Whether the body is an entry of a server's log about another request, which explains the response.
  package let isLogEntry: Bool

  /// The text in place of a secret.
  package static let secretMark = "…"

  package init(
    method: TransportMethod, url: HTTPURL, requestHeaders: TransportHeaders = [:],
    status: Int? = nil,
    headers: TransportHeaders = [:], body: [UInt8] = [], bodyBytes: Int = 0, failure: String? = nil,
    isLogEntry: Bool = false
  ) {
    (self.method, self.url, self.requestHeaders) = (method, url, requestHeaders)
    (self.status, self.headers) = (status, headers)
    (self.body, self.bodyBytes, self.failure) = (body, bodyBytes, failure)
    self.isLogEntry = isLogEntry
  }

  /// The exchange with at most so many bytes of the body.
  package func cut(toBodyBytes limit: Int) -> RecordedExchange {
    guard body.count > limit else { return self }
    return RecordedExchange(
      method: method, url: url, requestHeaders: requestHeaders, status: status, headers: headers,
      body: Array(body.prefix(limit)), bodyBytes: bodyBytes, failure: failure,
      isLogEntry: isLogEntry)
  }

  package static func == (one: RecordedExchange, other: RecordedExchange) -> Bool { one === other }
  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
