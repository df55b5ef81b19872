internal import FleetEngine

/// A call that may be answered: who makes it, of which procedure, with what.
struct IncomingCall: Sendable {
  let match: Route.Match
  let caller: Caller
  /// The request's fields, from the query or the body.
  let request: Message
  /// The body.
  let bytes: [UInt8]
  private let wantsEnumNumbers: Bool
  private let routeTexts: RouteTexts

  /// Reads the fields of a call.
  ///
  /// - Throws: Which field is not valid.
  init(
    _ match: Route.Match,
    _ caller: Caller,
    _ parameters: QueryParameters,
    _ bytes: [UInt8],
    _ routeTexts: RouteTexts
  ) throws(RPCFailure) {
    self.match = match
    self.caller = caller
    self.bytes = bytes
    self.routeTexts = routeTexts
    wantsEnumNumbers = parameters.wantsEnumNumbers
    request = match.route.body == .whole ? try match.route.request.read(bytes) : parameters.request
  }

  var procedure: Route.Procedure { match.route.procedure }

  /// The resource's id in the path; empty where there is none.
  var id: String { match.id ?? "" }

  /// Writes an answer as the call wants it.
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
      throw RPCFailure(.internal, "The answer cannot be written.")
    }
  }

  /// The answer of a call that has nothing to tell.
  static let nothing = Array("{}".utf8)
}
