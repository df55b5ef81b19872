internal import FleetEngine
internal import HTTPMessages
internal import JSON
internal import TrustLimits

struct ProviderCall: Sendable {
  /// The call without the endpoint's prefix and without an ID, for errors.
  let operation: String
  private let method: TransportMethod
  private let path: String
  private let body: [UInt8]

  /// Creates a call, by default without a body; the last part of the path may be an ID.
  init(_ method: TransportMethod, _ parts: String..., body: JSONObject? = nil) throws(ProviderError)
  {
    operation = Self.operation(method, parts)
    self.method = method
    path = parts.map { "/" + PercentEncoding.encode($0) }.joined()
    var writer = JSONWriter()
    if let body { writer.write(.object(body)) }
    self.body = writer.bytes
    guard writer.isValid else {
      throw failure("The request holds a number that is not finite.", cause: .request)
    }
    // The rules of Fleet Engine's names keep an ID from changing the path.
    if let id = parts.last, (try? TripName(providerID: "p", tripID: id)) == nil {
      throw failure(
        "The id has to be 1 to 64 characters without / : ? , # in them.", cause: .request)
    }
  }

  private static func operation(_ method: TransportMethod, _ parts: [String]) -> String {
    let isFixed = parts.count == 2 && (parts[1] == "new" || parts[1] == "server")
    let shown = isFixed || parts.count == 1 ? parts : parts.dropLast() + ["*"]
    return method.rawValue + " /" + shown.joined(separator: "/")
  }

  @concurrent func run<Message: Decodable & Sendable>(
    _ type: Message.Type, _ endpoint: HTTPURL, _ transport: any HTTPTransport
  ) async throws(ProviderError) -> Message {
    var url = endpoint
    while url.path.hasSuffix("/") { url.path.removeLast() }
    url.path += path
    var headers: TransportHeaders = ["Accept": "application/json"]
    if !body.isEmpty { headers.append("Content-Type", "application/json; charset=utf-8") }
    let request = TransportRequest(method: method, url: url, headers: headers, body: body)
    let response: TransportResponse
    do { response = try await transport.send(request) } catch {
      throw failure(error.detail, cause: .transport(error))
    }
    guard (200..<300).contains(response.status) else { throw serverError(response) }
    guard response.body.count <= Limits.Response.bodyBytes else { throw unreadable(response) }
    do {
      return try JSONCoding.decode(
        type, from: response.body, rules: .lenient(values: Limits.Response.jsonValues))
    } catch { throw unreadable(response) }
  }

  func failure(
    _ message: String, httpStatus: Int? = nil, cause: ProviderError.Cause
  ) -> ProviderError {
    ProviderError(operation: operation, message: message, httpStatus: httpStatus, cause: cause)
  }

  /// The error for a response of another form.
  func unreadable(_ response: TransportResponse? = nil) -> ProviderError {
    failure(
      "The response is not the data of a provider's backend; check its address.",
      httpStatus: response?.status ?? 200,
      cause: .unreadableAnswer(contentType: response?.headers["Content-Type"] ?? "application/json")
    )
  }

  private func serverError(_ response: TransportResponse) -> ProviderError {
    let message = ErrorResponse.message(of: response)
    return failure(
      message.isEmpty ? "The backend answered with HTTP status \(response.status)." : message,
      httpStatus: response.status, cause: .server)
  }
}
