internal import HTTPMessages

/// What a server's edge passes requests to.
protocol RequestHandler: Sendable {
  /// Whether a request is served, by whether it is a web page's.
  func allowsPage(_ headers: HTTPHeaders, path: String) -> Bool

  /// Whether a path is one at which tokens are handed out.
  func mintsTokens(at path: String) -> Bool

  /// Handles a request; the closure waits, and returns whether the client is still there.
  func handle(
    _ request: RoutedRequest,
    waitingBy wait: @Sendable (Duration) async -> Bool
  ) async -> RequestOutcome
}

extension FleetEmulator: RequestHandler {}
