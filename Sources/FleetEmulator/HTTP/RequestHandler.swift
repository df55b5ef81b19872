internal import HTTPMessages

/// What a server's edge passes requests to.
protocol RequestHandler: Sendable {
  /// Whether a request may be a web page's, or is none of one.
  ///
  /// - Parameters:
  ///   - headers: The request's header fields.
  ///   - path: The request's path.
  /// - Returns: Whether it is to be served.
  func allowsPage(_ headers: HTTPHeaders, path: String) -> Bool

  /// Whether a path is one at which tokens are handed out.
  func mintsTokens(at path: String) -> Bool

  /// Answers a request.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - wait: Waits, and tells whether somebody still waits for the answer.
  /// - Returns: What is to be done to the request's connection.
  func handle(
    _ request: RoutedRequest,
    waitingBy wait: @Sendable (Duration) async -> Bool
  ) async -> FaultedAnswer
}

extension FleetEmulator: RequestHandler {}
