internal import FleetEngine
internal import HTTPMessages
internal import JSON

/// A call of Fleet Engine, into which REST is parsed and gRPC is decoded.
///
/// Faults, quotas, rules and the history know a call only by this value. A token is checked from the
/// route and the header fields, because that costs less than reading a message of gRPC.
struct FleetCall: Sendable {
  /// The place of a call's fields.
  enum Content: Sendable {
    /// The request's query and body.
    case request
    /// A message of gRPC, without its name and the resource that REST has as its body.
    case message(JSONObject, resource: JSONObject?)
  }

  /// The request of REST; for gRPC the same method, path and header fields without the content.
  let request: TransportRequest
  let route: Route
  let providerID: String
  /// The ID in the path; empty if the route has none.
  let id: String
  let content: Content
  /// The body of REST, for the history; over gRPC only its start.
  let body: [UInt8]

  /// The ID in the path, or a new trip's or vehicle's ID.
  var resourceID: String? {
    if route.hasID { return id }
    switch content {
    case .request:
      return request.url.query.first { FieldName.snakeCase($0.name) == route.idField }?.value
    case .message(let fields, _): return fields[FieldName.camelCase(route.idField)]?.text
    }
  }

  /// Reads the fields without those of the resource.
  func fields() throws(RPCFailure) -> SchemaMessage {
    if case .message(let fields, _) = content {
      return SchemaMessage(try route.request.read(fields, at: ""))
    }
    let query = try SchemaMessage(query: request.url.query, schema: route.queryFields)
    return route.readsWholeBody ? try route.request.read(request.body) : query
  }

  /// Reads the resource of a call that creates or updates one.
  func resource(_ schema: MessageSchema) throws(RPCFailure) -> SchemaMessage {
    switch content {
    case .request: try schema.read(request.body)
    case .message(_, let resource): SchemaMessage(try schema.read(resource ?? [:], at: ""))
    }
  }
}

extension FleetCall {
  /// Finds the route of a REST request; reads nothing but its method and path.
  init(_ request: TransportRequest) throws(RPCFailure) {
    let (route, providerID, id) = try Route.match(request.method, request.url.path)
    self.init(
      request: request, route: route, providerID: providerID, id: id, content: .request,
      body: request.body)
  }
}

/// A call whose fields and system parameters have been read, once its caller is authorized.
struct ParsedCall: Sendable {
  let call: FleetCall
  let fields: SchemaMessage
  private let form: ResponseForm
  private let routeTexts: RouteTexts?

  init(_ call: FleetCall, _ routeTexts: RouteTexts? = nil) throws(RPCFailure) {
    self.call = call
    self.routeTexts = routeTexts
    form = try ResponseForm(call.request, of: call.route.response)
    fields = try call.fields()
  }

  /// Returns a response as JSON in the form that the call requests.
  func response(
    _ message: some WireMessage, _ routeFormat: RouteFormat = .encodedPolyline
  ) -> JSONTree {
    form.narrowed(
      message.wire(
        WireSettings(
          routeFormat: routeFormat, enumNumbers: form.wantsEnumNumbers, routeTexts: routeTexts)))
  }
}
