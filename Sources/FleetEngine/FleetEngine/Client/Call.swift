internal import HTTPMessages
internal import JSON
internal import TrustLimits

/// One call of Fleet Engine, from its parameters to its request and result.
struct Call: Sendable {
  let operation: String
  let context: AuthorizationContext
  let wallNow: @Sendable () -> Timestamp
  /// The full name of the trip or vehicle, or of a collection.
  let resource: String
  private(set) var traceID: String?
  /// Whether the call only reads a resource, so that its result is the whole resource.
  var isReading: Bool { method == .get }
  private let endpoint: HTTPURL
  private let experienceIDs: [String]
  private let method: TransportMethod
  private var path: String
  private var query: [HTTPURL.QueryItem] = []
  private var body: [UInt8] = []

  /// Creates a call on a resource, or with `creates` on the collection that will contain it.
  init(
    _ operation: String, _ method: TransportMethod, _ name: some ResourceName,
    on client: FleetEngineClient, creates: Bool = false
  ) {
    self.init(
      operation, method, type(of: name).collection, ofProvider: name.providerID, name.context,
      on: client, id: creates ? nil : name.resourceID, resource: name.description)
  }

  /// Creates a call on a collection of a provider, or a member of it; `verb` is what it does but read and
  /// write.
  init(
    _ operation: String, _ method: TransportMethod, _ collection: String,
    ofProvider providerID: String,
    _ context: AuthorizationContext, on client: FleetEngineClient, id: String? = nil,
    verb: String? = nil, resource: String? = nil
  ) {
    self.operation = operation
    self.method = method
    self.context = context
    wallNow = client.clock.wallNow
    self.resource = resource ?? "providers/\(providerID)/\(collection)"
    endpoint = client.endpoint
    // A comma separates IDs, and nothing may add a header field.
    experienceIDs = client.experienceIDs.filter { id in
      !id.isEmpty && id.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: ",") }
    }
    path = "/v1/providers/" + PercentEncoding.encode(providerID) + "/" + collection
    if let id { path += "/" + PercentEncoding.encode(id) }
    if let verb { path += ":" + verb }
  }

  /// Adds the fields of a request whose call has no body.
  mutating func add(fieldsOf request: some WireMessage) throws(FleetEngineError) {
    try check(request)
    add("", request.wire())
  }

  private func check(_ request: some WireMessage) throws(FleetEngineError) {
    guard (try? WireJSON.encode(request)) != nil else {
      throw failure(
        .invalidArgument, "The request holds a number that is not finite.", cause: .request)
    }
  }

  /// Checks that a filter can be written.
  func check(_ filter: AttributeFilter?) throws(FleetEngineError) {
    guard filter?.hasEmptyList == true else { return }
    throw failure(
      .invalidArgument, "The filter has an empty list of conditions.", cause: .request)
  }

  private mutating func add(_ name: String, _ value: JSONTree) {
    switch value {
    case .text(let text): add(name, text)
    case .flag(let flag): add(name, "\(flag)")
    case .integer(let number): add(name, "\(number)")
    case .number(let number): add(name, Int(exactly: number).map { "\($0)" } ?? "\(number)")
    case .list(let values): for value in values { add(name, value) }
    case .object(let object):
      for (field, value) in object { add(name.isEmpty ? field : name + "." + field, value) }
    case .null: break
    }
  }

  mutating func add(_ name: String, _ value: String?) {
    if let value { query.append(HTTPURL.QueryItem(name, value)) }
  }

  mutating func add(_ header: RequestHeader?) {
    for item in header?.queryItems ?? [] { add(item.name, item.value) }
    traceID = header?.traceID ?? traceID
  }

  /// Sets the body, which has the header in it if it is the whole request.
  mutating func setBody(
    _ value: some WireMessage, _ header: RequestHeader? = nil
  ) throws(FleetEngineError) {
    traceID = header?.traceID ?? traceID
    do {
      body = try WireJSON.encode(
        value, routeFormat: .encodedPolyline, header: header?.json)
    } catch {
      throw failure(
        .invalidArgument, "The request holds a number that is not finite.", cause: .request)
    }
  }

  /// The method and address of the request, without the token.
  var info: FleetEngineRequestInfo {
    var url = endpoint
    while url.path.hasSuffix("/") { url.path.removeLast() }
    url.path += path
    url.query = query
    return FleetEngineRequestInfo(method: method, url: url)
  }

  func request(with token: AccessToken) -> TransportRequest {
    var headers: TransportHeaders = ["Authorization": "Bearer " + token.value]
    headers.append("Accept", "application/json")
    if !experienceIDs.isEmpty {
      headers.append("X-Goog-Maps-Experience-ID", experienceIDs.joined(separator: ","))
    }
    if !body.isEmpty { headers.append("Content-Type", "application/json; charset=utf-8") }
    return TransportRequest(method: method, url: info.url, headers: headers, body: body)
  }

  /// Reads a response's result, or throws the error that it reports.
  func read<Value: WireMessage>(
    _ response: TransportResponse, sentWith token: AccessToken
  ) throws(FleetEngineError) -> FleetEngineResponse<Value> {
    let response = SecretScrubber(token)?.scrubbed(response) ?? response
    guard (200..<300).contains(response.status) else { throw serverError(response, token) }
    let serverDate = response.headers.serverDate
    if Value.wireFields.fields.isEmpty {
      return FleetEngineResponse(
        value: Value(), timings: response.timings, bodyBytes: response.body.count,
        serverDate: serverDate, httpStatus: response.status)
    }
    do throws(JSONError) {
      return FleetEngineResponse(
        value: try WireJSON.decode(
          Value.self, from: response.body, maximumValues: Limits.Response.jsonValues),
        timings: response.timings, bodyBytes: response.body.count, serverDate: serverDate,
        httpStatus: response.status)
    } catch .cancelled {
      let cancelled = HTTPTransportError(.cancelled, detail: "The request was canceled.")
      throw failure(.cancelled, cancelled.detail, cause: .transport(cancelled))
    } catch {
      throw failure(
        .internal, "The response is not a trip's or vehicle's data.", httpStatus: response.status,
        cause: .unreadableAnswer(contentType: response.headers["Content-Type"] ?? ""),
        serverDate: serverDate)
    }
  }
}
