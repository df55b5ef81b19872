internal import FleetEngine
internal import HTTPMessages
internal import JSON
internal import TrustLimits

/// One call of a provider's backend.
struct ProviderCall: Sendable {
  /// The call without the endpoint's prefix and without an id, for errors.
  let operation: String
  private let method: HTTPMethod
  private let path: String
  private let body: [UInt8]

  /// Creates a call without a body.
  ///
  /// - Throws: That an id is none.
  init(
    _ method: HTTPMethod,
    _ collection: String,
    _ second: String? = nil,
    id: String? = nil
  ) throws(ProviderError) {
    try self.init(method, [collection, second, id].compactMap { $0 }, body: [])
  }

  /// Creates a call with a body.
  ///
  /// - Throws: That the id is none, or that a number of the body is not finite.
  init(
    _ method: HTTPMethod,
    _ collection: String,
    _ second: String,
    _ message: some Encodable
  ) throws(ProviderError) {
    let parts = [collection, second]
    do {
      try self.init(method, parts, body: try JSONCoding.encode(message))
    } catch let error as ProviderError {
      throw error
    } catch {
      throw ProviderError(
        operation: Self.operation(method, parts),
        message: "The request holds a number that is not finite.",
        cause: .request
      )
    }
  }

  private init(_ method: HTTPMethod, _ parts: [String], body: [UInt8]) throws(ProviderError) {
    operation = Self.operation(method, parts)
    self.method = method
    path = parts.map { "/" + PercentEncoding.encode($0) }.joined()
    self.body = body
    // By the rules of Fleet Engine's names, which keep an id from changing the path.
    if let id = parts.last, (try? TripName(providerID: "p", tripID: id)) == nil {
      throw failure(
        "The id has to be 1 to 64 characters without / : ? , # in them.",
        cause: .request
      )
    }
  }

  private static func operation(_ method: HTTPMethod, _ parts: [String]) -> String {
    let isFixed = parts.count == 2 && (parts[1] == "new" || parts[1] == "server")
    let shown = isFixed || parts.count == 1 ? parts : parts.dropLast() + ["*"]
    return method.rawValue + " /" + shown.joined(separator: "/")
  }

  /// Sends the call and reads its answer.
  @concurrent
  func run<Message: Decodable & Sendable>(
    _ type: Message.Type,
    _ endpoint: HTTPURL,
    _ transport: any HTTPTransport
  ) async throws(ProviderError) -> Message {
    var url = endpoint
    while url.path.hasSuffix("/") { url.path.removeLast() }
    url.path += path
    var headers: HTTPHeaders = ["Accept": "application/json"]
    if !body.isEmpty { headers.append("Content-Type", "application/json; charset=utf-8") }
    let request = HTTPRequest(method: method, url: url, headers: headers, body: body)
    let response: HTTPResponse
    do {
      response = try await transport.send(request)
    } catch {
      throw failure(error.detail, cause: .transport(error))
    }
    guard (200..<300).contains(response.status) else { throw serverError(response) }
    guard response.body.count <= Limits.Reply.bodyBytes else { throw unreadable(response) }
    do {
      return try JSONCoding.decode(
        type,
        from: response.body,
        rules: .lenient(values: Limits.Reply.jsonValues)
      )
    } catch {
      throw unreadable(response)
    }
  }

  func failure(
    _ message: String,
    httpStatus: Int? = nil,
    cause: ProviderError.Cause
  ) -> ProviderError {
    ProviderError(operation: operation, message: message, httpStatus: httpStatus, cause: cause)
  }

  /// That the answer is not what the call returns.
  func unreadable(_ response: HTTPResponse? = nil) -> ProviderError {
    failure(
      "The answer is not the data of a provider's backend; check its address.",
      httpStatus: response?.status ?? 200,
      cause: .unreadableAnswer(contentType: response?.headers["Content-Type"] ?? "application/json")
    )
  }

  private func serverError(_ response: HTTPResponse) -> ProviderError {
    let told = ErrorResponse.message(of: response)
    return failure(
      told.isEmpty ? "The backend answered with HTTP status \(response.status)." : told,
      httpStatus: response.status,
      cause: .server
    )
  }
}
