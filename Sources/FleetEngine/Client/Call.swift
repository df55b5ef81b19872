internal import HTTPMessages
internal import TrustLimits

/// One call of Fleet Engine on its way to becoming a request.
struct Call: Sendable {
  let operation: String
  let context: AuthorizationContext
  private let method: HTTPMethod
  private let path: String
  private var query: [HTTPURL.QueryItem] = []
  private var body: [UInt8] = []

  init(operation: String, method: HTTPMethod, resource name: TripName) {
    self.init(
      operation: operation,
      method: method,
      collection: "trips",
      providerID: name.providerID,
      id: name.tripID,
      context: AuthorizationContext(tripID: name.tripID)
    )
  }

  init(operation: String, method: HTTPMethod, resource name: VehicleName) {
    self.init(
      operation: operation,
      method: method,
      collection: "vehicles",
      providerID: name.providerID,
      id: name.vehicleID,
      context: AuthorizationContext(vehicleID: name.vehicleID)
    )
  }

  init(
    operation: String,
    method: HTTPMethod,
    collection: String,
    providerID: String,
    id: String? = nil,
    context: AuthorizationContext
  ) {
    self.operation = operation
    self.method = method
    self.context = context
    let parent = "/v1/providers/" + PercentEncoding.encode(providerID) + "/" + collection
    path = parent + (id.map { "/" + PercentEncoding.encode($0) } ?? "")
  }

  mutating func add(_ name: String, _ value: String) {
    query.append(HTTPURL.QueryItem(name, value))
  }

  mutating func add(_ name: String, _ moment: Timestamp?) {
    if let moment { add(name, moment.description) }
  }

  mutating func add(_ header: RequestHeader?) {
    for item in header?.queryItems ?? [] { add(item.name, item.value) }
  }

  mutating func setBody(_ value: some Encodable) throws(FleetEngineError) {
    do {
      body = try WireJSON.encode(value, routeFormat: .encodedPolyline)
    } catch {
      throw failure(
        .invalidArgument,
        "The request holds a number that is not finite.",
        cause: .request
      )
    }
  }

  func request(to endpoint: HTTPURL, with token: AccessToken) -> HTTPRequest {
    var url = endpoint
    while url.path.hasSuffix("/") { url.path.removeLast() }
    url.path += path
    url.query = query
    var headers: HTTPHeaders = ["Authorization": "Bearer " + token.value]
    headers.append("Accept", "application/json")
    if !body.isEmpty { headers.append("Content-Type", "application/json; charset=utf-8") }
    return HTTPRequest(method: method, url: url, headers: headers, body: body)
  }

  /// Reads the answer's result, or the error that it reports.
  func read<Value: Codable & Sendable>(
    _ type: Value.Type,
    from response: HTTPResponse
  ) throws(FleetEngineError) -> Answer<Value> {
    guard (200..<300).contains(response.status) else { throw serverError(response) }
    do {
      return Answer(
        value: try WireJSON.decode(type, from: response.body),
        timings: response.timings,
        bodyBytes: response.body.count,
        serverDate: response.headers["Date"]
      )
    } catch {
      let contentType = response.headers["Content-Type"] ?? ""
      throw failure(
        .internal,
        "The answer is not a trip's or vehicle's data.",
        httpStatus: response.status,
        cause: .unreadableAnswer(contentType: contentType)
      )
    }
  }

  func failure(
    _ code: RPCCode,
    _ message: String,
    httpStatus: Int? = nil,
    cause: FleetEngineError.Cause
  ) -> FleetEngineError {
    FleetEngineError(
      operation: operation,
      code: code,
      message: message,
      httpStatus: httpStatus,
      cause: cause
    )
  }

  private func serverError(_ response: HTTPResponse) -> FleetEngineError {
    let status = RPCStatus(body: response.body, httpStatus: response.status)
    let isRedirect = (300..<400).contains(response.status)
    let told = status?.message ?? ""
    let message =
      if !told.isEmpty {
        told
      } else if isRedirect {
        "The server redirects to \(response.headers["Location"] ?? "another place"); that is not "
          + "followed."
      } else if status == nil, !response.body.isEmpty {
        "The server answered with HTTP status \(response.status) and no error of Fleet Engine's; "
          + "check its address."
      } else {
        "The server answered with HTTP status \(response.status)."
      }
    let delay = response.headers["Retry-After"].flatMap(Int64.init).map { Duration.seconds($0) }
    let wait = (delay ?? status?.retryDelay).map { min(max($0, .zero), Limits.Reply.retryAfter) }
    return FleetEngineError(
      operation: operation,
      code: status?.code ?? (isRedirect ? .unavailable : RPCCode(httpStatus: response.status)),
      message: message,
      httpStatus: response.status,
      retryAfter: wait
    )
  }
}
