internal import HTTPMessages

/// A request with the method of Fleet Engine that it calls.
struct RoutedRequest: Sendable {
  let request: HTTPRequest
  /// The method and its variables, or the error of a path that has none.
  let match: Result<Route.Match, RPCFailure>

  /// Finds the method, which is done once for each request.
  init(_ request: HTTPRequest) {
    self.request = request
    match = Result { () throws(RPCFailure) in try Route.match(request.method, request.url.path) }
  }

  /// The method's route; nil for a path that has none.
  var route: Route? { try? match.get().route }
}
