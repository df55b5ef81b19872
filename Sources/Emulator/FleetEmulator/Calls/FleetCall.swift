internal import FleetEngine
internal import HTTPMessages
internal import JSON

/// A call of Fleet Engine: a request, its route, and what the path, query and body say.
struct FleetCall: Sendable {
  let request: HTTPRequest
  let route: Route
  let providerID: String
  /// The ID in the path; empty if the route has none.
  let id: String
  /// The fields from the query or the body; empty until ``readFields()``.
  private(set) var fields = SchemaMessage([:])
  private var form = ResponseForm()
  private let routeTexts: RouteTexts

  /// Finds the route of a request; reads nothing but its method and path.
  init(_ request: HTTPRequest, _ routeTexts: RouteTexts) throws(RPCFailure) {
    self.request = request
    self.routeTexts = routeTexts
    (route, providerID, id) = try Route.match(request.method, request.url.path)
  }

  /// The ID in the path, or a new trip's or vehicle's ID in the query.
  var resourceID: String? {
    if route.hasID { return id }
    return request.url.query.first { FieldName.snakeCase($0.name) == route.idField }?.value
  }

  /// Reads the fields, once the caller is authorized.
  mutating func readFields() throws(RPCFailure) {
    form = try ResponseForm(request, of: route.response)
    let query = try SchemaMessage(query: request.url.query, schema: route.queryFields)
    fields = route.readsWholeBody ? try route.request.read(request.body) : query
  }

  /// Encodes a response in the form that the call requests.
  func encode(
    _ value: some WireMessage,
    _ routeFormat: RouteFormat = .encodedPolyline
  ) throws(RPCFailure) -> [UInt8] {
    do {
      return try form.narrowed(
        try WireJSON.encode(
          value,
          routeFormat: routeFormat,
          enumNumbers: form.wantsEnumNumbers,
          routeTexts: routeTexts
        )
      )
    } catch {
      throw RPCFailure(.internal, "The response cannot be written.")
    }
  }
}
