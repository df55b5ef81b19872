internal import HTTPMessages
internal import TrustLimits

/// One call of Fleet Engine on its way to becoming a request.
struct Call: Sendable {
  let operation: String
  let context: AuthorizationContext
  let wallNow: (@Sendable () -> Timestamp)?
  private let endpoint: HTTPURL
  private let experienceIDs: [String]
  private let method: HTTPMethod
  private let path: String
  private var query: [HTTPURL.QueryItem] = []
  private var body: [UInt8] = []

  init(
    on client: FleetEngineClient,
    operation: String,
    method: HTTPMethod,
    resource name: TripName
  ) {
    self.init(
      on: client,
      operation: operation,
      method: method,
      collection: "trips",
      providerID: name.providerID,
      id: name.tripID,
      context: AuthorizationContext(tripID: name.tripID)
    )
  }

  init(
    on client: FleetEngineClient,
    operation: String,
    method: HTTPMethod,
    resource name: VehicleName
  ) {
    self.init(
      on: client,
      operation: operation,
      method: method,
      collection: "vehicles",
      providerID: name.providerID,
      id: name.vehicleID,
      context: AuthorizationContext(vehicleID: name.vehicleID)
    )
  }

  init(
    on client: FleetEngineClient,
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
    self.wallNow = client.wallNow
    self.endpoint = client.endpoint
    // A comma separates IDs, and nothing may add a header field.
    experienceIDs = client.experienceIDs.filter { id in
      !id.isEmpty && id.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: ",") }
    }
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

  mutating func setBody(_ value: some WireMessage) throws(FleetEngineError) {
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

  /// What is asked of whom, without the token.
  var info: FleetEngineRequestInfo {
    var url = endpoint
    while url.path.hasSuffix("/") { url.path.removeLast() }
    url.path += path
    url.query = query
    return FleetEngineRequestInfo(method: method, url: url)
  }

  func request(with token: AccessToken) -> HTTPRequest {
    var headers: HTTPHeaders = ["Authorization": "Bearer " + token.value]
    headers.append("Accept", "application/json")
    if !experienceIDs.isEmpty {
      headers.append("X-Goog-Maps-Experience-ID", experienceIDs.joined(separator: ","))
    }
    if !body.isEmpty { headers.append("Content-Type", "application/json; charset=utf-8") }
    return HTTPRequest(method: method, url: info.url, headers: headers, body: body)
  }

  /// Reads the answer's result, or the error that it reports.
  func read<Value: WireMessage>(
    _ type: Value.Type,
    from answer: HTTPResponse,
    sentWith token: AccessToken
  ) throws(FleetEngineError) -> Answer<Value> {
    let response = SecretScrubber(token)?.scrubbed(answer) ?? answer
    guard (200..<300).contains(response.status) else { throw serverError(response, token) }
    do {
      return Answer(
        value: try WireJSON.decode(
          type,
          from: response.body,
          maximumValues: Limits.Reply.jsonValues
        ),
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
        cause: .unreadableAnswer(contentType: contentType),
        serverDate: response.headers["Date"]
      )
    }
  }
}
