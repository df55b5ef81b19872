internal import FleetEngine
internal import HTTPMessages

/// An authorized call: its caller, procedure and fields.
struct IncomingCall: Sendable {
  let match: Route.Match
  let caller: Caller
  /// The request's fields, from the query or the body.
  let request: SchemaMessage
  let body: [UInt8]
  private let wantsEnumNumbers: Bool
  private let routeTexts: RouteTexts

  init(
    _ match: Route.Match,
    _ caller: Caller,
    _ request: HTTPRequest,
    _ routeTexts: RouteTexts
  ) throws(RPCFailure) {
    let query = try QueryParameters(request.url.query, schema: match.route.queryFields)
    self.match = match
    self.caller = caller
    self.routeTexts = routeTexts
    body = request.body
    wantsEnumNumbers = query.wantsEnumNumbers
    self.request = match.route.readsWholeBody ? try match.route.request.read(body) : query.request
  }

  var procedure: Route.Procedure { match.route.procedure }

  /// The ID in the path; empty without one.
  var id: String { match.id ?? "" }

  /// Encodes a response in the form that the call requests.
  func encode(
    _ value: some WireMessage,
    _ routeFormat: RouteFormat = .encodedPolyline
  ) throws(RPCFailure) -> [UInt8] {
    do {
      return try WireJSON.encode(
        value,
        routeFormat: routeFormat,
        enumNumbers: wantsEnumNumbers,
        routeTexts: routeTexts
      )
    } catch {
      throw RPCFailure(.internal, "The response cannot be written.")
    }
  }
}
